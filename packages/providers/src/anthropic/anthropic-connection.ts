import Anthropic from "@anthropic-ai/sdk";
import type { Provider } from "@promptnce/core";
import type { AnthropicParameters } from "./anthropic-body.ts";
import { sdkTimeout } from "../call/vendor-call.ts";
import type { Vendor } from "../call/vendor-error.ts";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "../call/vendor-options.ts";

export interface AnthropicOptions extends VendorOptions {
  /**
   * The `anthropic-version` to speak in the place of the SDK's own; recorded in the settings.
   * `2023-06-01` still takes `temperature` where the model does.
   */
  readonly version?: string;
}

/** Enough for a long list of candidates and short thinking. The vendor demands a number. */
const MAX_TOKENS = 4096;

/** Whom to speak to and with what, the same for single calls and for batches. */
export interface AnthropicConnection {
  readonly client: Anthropic;
  readonly vendor: Vendor;
  readonly parameters: AnthropicParameters;
  /** As recorded: the parameters, and the version where one was named. */
  readonly settings: Provider["settings"];
  readonly timeoutMs: number;
}

/**
 * A client of Anthropic's SDK with its retries off.
 *
 * @throws TypeError where a setting is the adapter's own or looks like a secret.
 */
export function anthropicConnection(options: AnthropicOptions): AnthropicConnection {
  const { apiKey, baseURL, version, fetch, timeoutMs = TIMEOUT_MS } = options;
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
  return {
    client,
    vendor: {
      title: "Anthropic",
      keyVariable: "ANTHROPIC_API_KEY",
      key: client.apiKey ?? client.authToken,
    },
    parameters,
    settings: { ...parameters, ...(version !== undefined && { "anthropic-version": version }) },
    timeoutMs,
  };
}
