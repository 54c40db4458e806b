import type { Anthropic } from "@anthropic-ai/sdk";
import type { Provider, Reply } from "@promptnce/core";
import { z } from "zod";
import { at } from "@promptnce/core/json";
import { openLimit, withReplyLimit } from "../call/reply-limit.ts";
import {
  checkSettings,
  TIMEOUT_MS,
  type VendorOptions,
  withSetting,
} from "../call/vendor-options.ts";
import { keyFrom } from "../call/vendor-key.ts";
import { holdsThought, lenientReply, textContent, tokensOf } from "../reply/lenient-reply.ts";
import { type SdkAdapter, vendorProvider } from "../reply/vendor-provider.ts";
import { vendorResponse } from "../reply/vendor-response.ts";
import { anthropicClient, anthropicSdk } from "./anthropic-sdk.ts";
import { plainFamilies } from "./plain-families.ts";

export interface AnthropicOptions extends VendorOptions {
  /**
   * The `anthropic-version` to send instead of the SDK's own; `2023-06-01` still accepts
   * `temperature` where the model does.
   */
  readonly version?: string;
}

/**
 * The limit at the greatest effort, since the vendor requires one: what every model allows that has
 * such an effort.
 */
const MAX_TOKENS = 64_000;

type Body = Anthropic.MessageCreateParamsNonStreaming;

/**
 * A provider for Anthropic's models, through the Messages API and its SDK, with the SDK's retries
 * off. The key is `apiKey` or the environment variable `ANTHROPIC_API_KEY`.
 *
 * Models differ in whether they reason by default. For a run like the paper's, pass `settings: {
 * thinking: { type: "disabled" } }` where the model allows it. Without `maxTokens` each request has
 * a limit of its own, by the form of its answer and the effort; at the greatest effort it is
 * 64,000.
 *
 * @throws OptionError where a setting is reserved by the adapter or looks like a secret.
 * @example
 * const body = { content: [{ type: "text", text: "0.4" }], stop_reason: "end_turn" };
 * const fetch = async () => Response.json(body); // in place of the vendor
 * const provider = anthropic({ model: "claude-sonnet-5", apiKey: "key", fetch });
 * (await provider.complete({ prompt: "How likely is rain?", sample: 0 })).text; // → "0.4"
 */
export function anthropic(options: AnthropicOptions): Provider {
  return vendorProvider(anthropicMessages(options));
}

/** The adapter behind {@link anthropic}. */
export function anthropicMessages(options: AnthropicOptions): SdkAdapter<Anthropic, Body> {
  const {
    model,
    apiKey,
    baseURL,
    version,
    effort,
    fetch,
    timeoutMs = TIMEOUT_MS,
    settings: chosen = {},
  } = options;
  checkSettings(chosen, ["model", "messages", "max_tokens", "stream", "anthropic-version"]);
  const settings =
    effort === "none"
      ? withSetting(chosen, "effort", { type: "disabled" }, "thinking")
      : withSetting(chosen, "effort", effort, "output_config", "effort");
  const limit = options.maxTokens ?? openLimit(settings, plainFamilies.test(model)) ?? MAX_TOKENS;
  const named = version === undefined ? {} : { "anthropic-version": version };
  anthropicSdk.check();
  const client = anthropicClient({ apiKey, baseURL, fetch, defaultHeaders: named });
  return {
    name: "anthropic",
    model,
    settings: { max_tokens: limit, ...settings, ...named },
    vendor: {
      title: "Anthropic",
      keyVariable: "ANTHROPIC_API_KEY",
      key: keyFrom(apiKey, "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    },
    timeoutMs,
    client,
    /** One user turn and the schema, if any; nothing else. */
    body(request, sent) {
      const { prompt, schema } = request;
      // The version is a header, not a parameter.
      const { "anthropic-version": _, ...parameters } = withReplyLimit(sent, request);
      const format = schema && { type: "json_schema", schema };
      const formed = withSetting(parameters, "schema", format, "output_config", "format");
      return {
        ...(formed as { readonly max_tokens: number }),
        model,
        messages: [{ role: "user", content: prompt }],
      };
    },
    async send(body, signal) {
      const { messages } = await client();
      return messages.create(body, { signal }).asResponse();
    },
    reply: anthropicReply,
  };
}

const message = z.looseObject({ content: textContent });

/**
 * A message as a reply: the joined text blocks without reasoning. Tokens read from or written to a
 * cache count as input.
 *
 * @throws ProviderError where the response is not a message.
 */
export function anthropicReply(response: unknown): Reply {
  const { content, ...beside } = vendorResponse(message, response, "Anthropic");
  const counts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  const [uncached, ...cached] = counts.map((name) => tokensOf(at(beside, "usage", name)));
  const input_tokens =
    uncached === undefined
      ? null
      : cached.reduce<number>((sum, count = 0) => sum + count, uncached);
  const usage = { ...(beside["usage"] as object), input_tokens };
  const thought = holdsThought(at(response, "content"));
  return lenientReply(content, beside["stop_reason"], { ...beside, usage }, thought);
}
