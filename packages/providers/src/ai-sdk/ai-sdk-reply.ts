import type { Reply, Usage } from "@promptnce/core";
import { z } from "zod";
import { ProviderError, wrongRequest } from "../errors/errors.ts";
import { isOmissible } from "../call/rejected-parameter.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { vendorResponse } from "../reply/vendor-response.ts";

/** Version 2 has a number, later versions a sum with its parts. */
const tokens = z
  .union([z.number().nonnegative(), z.object({ total: z.number().nonnegative().nullish() })])
  .nullish()
  .transform((count) => (typeof count === "object" ? count?.total : count) ?? undefined);

const generated = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  finishReason: z
    .union([z.string(), z.object({ unified: z.string() })])
    .transform((reason) => (typeof reason === "string" ? reason : reason.unified)),
  usage: z.object({ inputTokens: tokens, outputTokens: tokens }).nullish(),
  warnings: z
    .array(
      // Version 2 says `unsupported-setting` and `setting`, later ones `unsupported` and `feature`.
      z.object({ type: z.string(), setting: z.unknown().optional(), feature: z.unknown().optional() }),
    )
    .default([]),
  response: z.object({ id: z.string().nullish(), headers: z.record(z.string(), z.string()).nullish() }).nullish(),
});

const STOPS: ReadonlyMap<string, Reply["stop"]> = new Map([
  ["stop", "end"],
  ["length", "length"],
  ["content-filter", "refusal"],
]);

/**
 * What `doGenerate` gave as a reply: the text parts joined, reasoning left out; without token
 * counts where the model gave none.
 *
 * @throws ProviderError where it is none, or where a setting was not sent after all.
 */
export function aiSdkReply(result: unknown, title: string, sent: Readonly<Record<string, unknown>>): Reply {
  const { content, finishReason, usage, warnings, response } = vendorResponse(generated, result, title);
  for (const { type, setting, feature } of warnings) {
    const name = type === "unsupported-setting" ? setting : type === "unsupported" && feature;
    if (typeof name === "string" && Object.hasOwn(sent, name)) throw notSent(name, title);
  }
  const counted = usageOf(usage?.inputTokens, usage?.outputTokens);
  const reply: Reply = {
    text: content.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join(""),
    stop: STOPS.get(finishReason) ?? "other",
    ...(counted && { usage: counted }),
    ...(response?.id && { id: response.id }),
  };
  return withPause(reply, new Headers(response?.headers ?? {}));
}

function usageOf(inputTokens?: number, outputTokens?: number): Usage | undefined {
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return { inputTokens, outputTokens };
}

function notSent(name: string, title: string): ProviderError {
  if (name === "responseFormat") {
    return wrongRequest(`${title} holds no reply to a JSON Schema for this model.`);
  }
  return new ProviderError(
    `${title} does not take the setting ${name} for this model and did not send it: leave it out of settings.`,
    { kind: "request", retryable: false, ...(isOmissible(name) && { parameter: name }) },
  );
}
