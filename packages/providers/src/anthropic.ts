import Anthropic from "@anthropic-ai/sdk";
import type { Provider, Reply, Request } from "@promptnce/core";
import { z } from "zod";
import { checkPromptOnly } from "./prompt-only.ts";
import { heldToSchema } from "./held-to-schema.ts";
import { withPause } from "./rate-limit-pause.ts";
import { settingsSent, type VendorCallOptions } from "./vendor-call-options.ts";
import { sdkTimeout, vendorCall } from "./vendor-call.ts";
import type { Vendor } from "./vendor-error.ts";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "./vendor-options.ts";
import { vendorResponse } from "./vendor-response.ts";

export interface AnthropicOptions extends VendorOptions {
  /**
   * The `anthropic-version` to speak in the place of the SDK's own; recorded in the settings.
   * `2023-06-01` still takes `temperature` where the model does.
   */
  readonly version?: string;
}

/** Enough for a long list of candidates and short thinking. The vendor demands a number. */
const MAX_TOKENS = 4096;

/**
 * Models of Anthropic, through the Messages API and its SDK, with the SDK's retries off. The key
 * is `apiKey` or the environment's `ANTHROPIC_API_KEY`.
 *
 * Whether a model thinks by default differs between models: for a run like the paper's give
 * `settings: { thinking: { type: "disabled" } }` where the model allows it.
 */
export function anthropic(options: AnthropicOptions): Provider {
  const { model, apiKey, baseURL, version, fetch, timeoutMs = TIMEOUT_MS } = options;
  const given = options.settings ?? {};
  checkSettings(given, ["model", "messages", "max_tokens", "stream", "anthropic-version"]);
  const parameters = { max_tokens: options.maxTokens ?? MAX_TOKENS, ...given };
  const client = new Anthropic({
    maxRetries: 0,
    timeout: sdkTimeout(timeoutMs),
    ...(apiKey !== undefined && { apiKey }),
    ...(baseURL !== undefined && { baseURL }),
    ...(version !== undefined && { defaultHeaders: { "anthropic-version": version } }),
    ...(fetch !== undefined && { fetch }),
  });
  const vendor: Vendor = {
    title: "Anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    key: client.apiKey ?? client.authToken,
  };
  return {
    name: "anthropic",
    model,
    settings: { ...parameters, ...(version !== undefined && { "anthropic-version": version }) },
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

/** The body of `POST /v1/messages`: one user turn, with a schema where there is one, nothing else. */
function anthropicBody(
  model: string,
  parameters: Readonly<Record<string, unknown>> & { readonly max_tokens: number },
  { prompt, schema }: Request,
): Anthropic.MessageCreateParamsNonStreaming {
  const body = { ...parameters, model, messages: [{ role: "user" as const, content: prompt }] };
  if (schema === undefined) return body;
  const { output_config } = parameters as { readonly output_config?: Anthropic.OutputConfig };
  const format = { type: "json_schema" as const, schema: { ...schema } };
  return { ...body, output_config: { ...output_config, format } };
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
