import type { Provider } from "@promptnce/core";
import type { VendorOptions } from "../call/vendor-options.ts";
import { vendorProvider } from "../reply/vendor-provider.ts";
import { chatCompletions, type OpenAICompatibleOptions } from "./chat-completions.ts";
import { openaiResponses } from "./responses.ts";

export type { OpenAICompatibleOptions } from "./chat-completions.ts";
export { openaiReply } from "./responses.ts";

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
  return vendorProvider(openaiResponses(options));
}

/**
 * Models behind any server that speaks Chat Completions: vLLM, SGLang, Ollama, llama.cpp, LM
 * Studio, gateways. The key is `apiKey` and nothing else: without it no `Authorization` is sent,
 * so that a key meant for OpenAI and set in the environment never reaches another server.
 */
export function openaiCompatible(options: OpenAICompatibleOptions): Provider {
  return vendorProvider(chatCompletions(options));
}
