import type { Provider, Reply } from "@promptnce/core";
import { z } from "zod";
import { anthropicBody } from "./anthropic-body.ts";
import { anthropicConnection, type AnthropicOptions } from "./anthropic-connection.ts";
import { heldToSchema } from "../reply/held-to-schema.ts";
import { checkPromptOnly } from "../reply/prompt-only.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { settingsSent, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { vendorCall } from "../call/vendor-call.ts";
import { vendorResponse } from "../reply/vendor-response.ts";

export type { AnthropicOptions } from "./anthropic-connection.ts";

/**
 * Models of Anthropic, through the Messages API and its SDK, with the SDK's retries off. The key
 * is `apiKey` or the environment's `ANTHROPIC_API_KEY`.
 *
 * Whether a model thinks by default differs between models: for a run like the paper's give
 * `settings: { thinking: { type: "disabled" } }` where the model allows it.
 */
export function anthropic(options: AnthropicOptions): Provider {
  const { model } = options;
  const { client, vendor, parameters, settings, timeoutMs } = anthropicConnection(options);
  return {
    name: "anthropic",
    model,
    settings,
    complete: (request, callOptions?: VendorCallOptions) =>
      heldToSchema(request, parameters, ["output_config", "format"], () =>
        vendorCall(vendor, timeoutMs, callOptions, async (signal) => {
          checkPromptOnly(request, vendor.title);
          const body = anthropicBody(model, settingsSent(parameters, callOptions), request);
          const response = await client.messages.create(body, { signal }).asResponse();
          return withPause(anthropicReply(await response.json()), response.headers);
        }),
      ),
  };
}

const count = z.number().nonnegative();

const message = z.object({
  id: z.string().optional(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  usage: z.object({
    input_tokens: count,
    output_tokens: count,
    cache_creation_input_tokens: count.nullish(),
    cache_read_input_tokens: count.nullish(),
  }),
});

const STOPS: ReadonlyMap<string | null, Reply["stop"]> = new Map([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "refusal"],
]);

/**
 * A message as a reply: the text blocks joined, thinking left out; tokens read from or written to
 * a prompt cache count as input.
 *
 * @throws ProviderError where it is no message.
 */
export function anthropicReply(response: unknown): Reply {
  const { id, content, stop_reason, usage } = vendorResponse(message, response, "Anthropic");
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return {
    text: content.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join(""),
    stop: STOPS.get(stop_reason) ?? "other",
    usage: { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens },
    ...(id !== undefined && { id }),
  };
}
