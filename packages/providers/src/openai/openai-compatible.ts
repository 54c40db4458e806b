import type { Provider, Reply } from "@promptnce/core";
import { z } from "zod";
import { chatBody } from "./chat-body.ts";
import { compatibleConnection, type OpenAICompatibleOptions } from "./compatible-connection.ts";
import { heldToSchema } from "../reply/held-to-schema.ts";
import { checkPromptOnly } from "../reply/prompt-only.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { settingsSent, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { vendorCall } from "../call/vendor-call.ts";
import { vendorResponse } from "../reply/vendor-response.ts";

export type { OpenAICompatibleOptions } from "./compatible-connection.ts";

/**
 * Models behind any server that speaks Chat Completions: vLLM, SGLang, Ollama, llama.cpp, LM
 * Studio, gateways. The key is `apiKey` and nothing else: without it no `Authorization` is sent,
 * so that a key meant for OpenAI and set in the environment never reaches another server.
 */
export function openaiCompatible(options: OpenAICompatibleOptions): Provider {
  const { model } = options;
  const { name, client, vendor, settings, timeoutMs } = compatibleConnection(options);
  return {
    name,
    model,
    settings,
    complete: (request, callOptions?: VendorCallOptions) =>
      heldToSchema(request, settings, ["response_format"], () =>
        vendorCall(vendor, timeoutMs, callOptions, async (signal) => {
          checkPromptOnly(request, vendor.title);
          const body = chatBody(model, settingsSent(settings, callOptions), request);
          const response = await client.chat.completions.create(body, { signal }).asResponse();
          return withPause(chatReply(await response.json(), vendor.title), response.headers);
        }),
      ),
  };
}

const count = z.number().nonnegative();

const completion = z.object({
  id: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
});

const STOPS: ReadonlyMap<string | null | undefined, Reply["stop"]> = new Map([
  ["stop", "end"],
  ["length", "length"],
  ["content_filter", "refusal"],
]);

/**
 * A completion as a reply: its first choice, or the text of a refusal. Many servers leave the
 * token counts or the id out; then the reply has none.
 *
 * @throws ProviderError where it is no completion.
 */
export function chatReply(raw: unknown, title: string): Reply {
  const { id, choices, usage } = vendorResponse(completion, raw, title);
  const { message, finish_reason } = choices[0] as (typeof choices)[number];
  const refused = Boolean(message.refusal);
  return {
    text: (refused ? message.refusal : message.content) ?? "",
    stop: refused ? "refusal" : (STOPS.get(finish_reason) ?? "other"),
    ...(usage && {
      usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
    }),
    ...(id && { id }),
  };
}
