import type { Provider } from "@promptnce/core";
import { vendorProvider } from "../reply/vendor-provider.ts";
import { anthropicMessages, type AnthropicOptions } from "./messages.ts";

export { type AnthropicOptions, anthropicReply } from "./messages.ts";

/**
 * Models of Anthropic, through the Messages API and its SDK, with the SDK's retries off. The key
 * is `apiKey` or the environment's `ANTHROPIC_API_KEY`.
 *
 * Whether a model thinks by default differs between models: for a run like the paper's give
 * `settings: { thinking: { type: "disabled" } }` where the model allows it.
 */
export function anthropic(options: AnthropicOptions): Provider {
  return vendorProvider(anthropicMessages(options));
}
