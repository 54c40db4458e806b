import type { Provider } from "@promptnce/core";
import OpenAI from "openai";
import { sdkTimeout } from "../call/vendor-call.ts";
import { type Vendor, vendorError } from "../call/vendor-error.ts";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "../call/vendor-options.ts";

/** Whom to speak to and with what, the same for single calls and for batches. */
export interface OpenAIConnection {
  /** What tables and the store call it. */
  readonly name: string;
  readonly client: OpenAI;
  readonly vendor: Vendor;
  readonly settings: Provider["settings"];
  readonly timeoutMs: number;
}

/**
 * A client of OpenAI's SDK for OpenAI itself, with its retries off and nothing stored there.
 *
 * @throws ProviderError of kind `auth` where there is no key.
 */
export function openaiConnection(options: VendorOptions): OpenAIConnection {
  const { apiKey, baseURL, maxTokens, fetch, timeoutMs = TIMEOUT_MS } = options;
  const given = options.settings ?? {};
  checkSettings(given, ["model", "input", "stream", "background", "max_output_tokens"]);
  const settings = {
    store: false,
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...given,
  };
  const vendor: Vendor = { title: "OpenAI", keyVariable: "OPENAI_API_KEY", key: apiKey };
  const client = withKey(vendor, () => {
    return new OpenAI({
      maxRetries: 0,
      timeout: sdkTimeout(timeoutMs),
      ...(apiKey !== undefined && { apiKey }),
      ...(baseURL !== undefined && { baseURL }),
      ...(fetch !== undefined && { fetch }),
    });
  });
  return { name: "openai", client, vendor: { ...vendor, key: client.apiKey }, settings, timeoutMs };
}

/** A missing key is found out when the client is made. */
function withKey<T>(vendor: Vendor, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw vendorError(error, vendor);
  }
}
