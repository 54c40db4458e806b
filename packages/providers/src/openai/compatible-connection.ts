import OpenAI from "openai";
import type { OpenAIConnection } from "./openai-connection.ts";
import { sdkTimeout } from "../call/vendor-call.ts";
import { checkSettings, TIMEOUT_MS, type VendorOptions } from "../call/vendor-options.ts";

export interface OpenAICompatibleOptions extends VendorOptions {
  readonly baseURL: string;
  /**
   * What the server is called in tables and in the store; `openai-compatible` by default. The
   * address is no part of a request's identity: two servers that give one model name to different
   * weights need two names.
   */
  readonly name?: string;
}

/**
 * A client of OpenAI's SDK for another server. Its key is `apiKey` and nothing else: what the
 * environment holds is OpenAI's own.
 */
export function compatibleConnection(options: OpenAICompatibleOptions): OpenAIConnection {
  const { apiKey, baseURL, maxTokens, fetch, timeoutMs = TIMEOUT_MS } = options;
  const given = options.settings ?? {};
  checkSettings(given, ["model", "messages", "stream", "max_tokens"]);
  const client = new OpenAI({
    baseURL,
    maxRetries: 0,
    timeout: sdkTimeout(timeoutMs),
    apiKey: apiKey ?? "none",
    // The environment's are OpenAI's own.
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    ...(fetch !== undefined && { fetch }),
  });
  const name = options.name ?? "openai-compatible";
  return {
    name,
    client,
    vendor: { title: `The server ${name}`, keyVariable: "the server's key", key: apiKey },
    settings: { ...(maxTokens !== undefined && { max_tokens: maxTokens }), ...given },
    timeoutMs,
  };
}
