import type { Provider, Reply } from "@promptnce/core";
import { z } from "zod";
import { heldToSchema } from "../reply/held-to-schema.ts";
import { openaiBody } from "./openai-body.ts";
import { openaiConnection } from "./openai-connection.ts";
import { checkPromptOnly } from "../reply/prompt-only.ts";
import { ProviderError } from "../errors/errors.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { settingsSent, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { vendorCall } from "../call/vendor-call.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import { vendorResponse } from "../reply/vendor-response.ts";

export { openaiCompatible, type OpenAICompatibleOptions } from "./openai-compatible.ts";

/**
 * Models of OpenAI, through the Responses API and its SDK, with the SDK's retries off and nothing
 * stored at the vendor. The key is `apiKey` or the environment's `OPENAI_API_KEY`.
 *
 * Without `maxTokens` the model's own limit holds: reasoning counts against it, so that a limit
 * which is right for the answer can be spent before the answer begins.
 *
 * @throws ProviderError of kind `auth` where there is no key.
 */
export function openai(options: VendorOptions): Provider {
  const { model } = options;
  const { name, client, vendor, settings, timeoutMs } = openaiConnection(options);
  return {
    name,
    model,
    settings,
    complete: (request, callOptions?: VendorCallOptions) =>
      heldToSchema(request, settings, ["text", "format"], () =>
        vendorCall(vendor, timeoutMs, callOptions, async (signal) => {
          checkPromptOnly(request, vendor.title);
          const body = openaiBody(model, settingsSent(settings, callOptions), request);
          const raw = await client.responses.create(body, { signal }).asResponse();
          return withPause(openaiReply(await raw.json()), raw.headers);
        }),
      ),
  };
}

const count = z.number().nonnegative();

const response = z.object({
  id: z.string().optional(),
  status: z.string(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(
          z.object({
            type: z.string(),
            text: z.string().optional(),
            refusal: z.string().optional(),
          }),
        )
        .nullish(),
    }),
  ),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish(),
});

/**
 * A response as a reply: the text of its messages, or that of a refusal where there is one.
 * Reasoning is left out of the text; its tokens count as output.
 *
 * @throws ProviderError where it is no response, or one that the vendor failed to make.
 */
export function openaiReply(raw: unknown): Reply {
  const { id, status, error, incomplete_details, output, usage } = vendorResponse(response, raw, "OpenAI");
  if (status === "failed") {
    throw new ProviderError(`OpenAI could not make the response (${error?.code ?? "no code given"}): try again.`, {
      kind: "server",
      retryable: true,
    });
  }
  const parts = output.flatMap(({ type, content }) => (type === "message" ? (content ?? []) : []));
  const refusal = parts.map((part) => part.refusal ?? "").join("");
  const text = parts.map((part) => part.text ?? "").join("");
  return {
    text: refusal === "" ? text : refusal,
    stop: refusal === "" ? stop(status, incomplete_details?.reason) : "refusal",
    ...(usage && {
      usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
    }),
    ...(id !== undefined && { id }),
  };
}

function stop(status: string, reason: string | null | undefined): Reply["stop"] {
  if (status === "completed") return "end";
  if (reason === "max_output_tokens") return "length";
  return reason === "content_filter" ? "refusal" : "other";
}
