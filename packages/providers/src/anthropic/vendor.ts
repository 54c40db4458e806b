import type { VendorDescriptor, VendorModel } from "../batch-contract/vendor-descriptor.ts";
import { plainFamilies } from "./plain-families.ts";

/** The limit of a reply from another server, whose models may have a short context. */
const SERVER_TOKENS = 4096;

/**
 * Prevents the vendor's own key, and the limits of its models, from being sent to another server.
 */
function connection(model: VendorModel): VendorModel {
  const { baseURL, apiKey = "none", maxTokens = SERVER_TOKENS } = model;
  return baseURL === undefined ? model : { ...model, apiKey, maxTokens };
}

/** Anthropic, and servers with its Messages API. */
export const anthropicVendor: VendorDescriptor = {
  name: "anthropic",
  example: "anthropic:NAME",
  keyEnv: "ANTHROPIC_API_KEY",
  options: ["baseUrl", "keyEnv", "settings", "effort"],
  price: "listed",
  plain: plainFamilies,
  probes: [{ temperature: 0 }, { top_p: 1 }, { thinking: { type: "disabled" } }],
  async check({ apiKey, baseURL }) {
    if ((apiKey ?? baseURL) !== undefined) return;
    const { requireAnthropicKey } = await import("./anthropic-sdk.ts");
    await requireAnthropicKey();
  },
  async load(model) {
    const { anthropic } = await import("./anthropic.ts");
    return anthropic(connection(model));
  },
  async batch(model) {
    const { anthropicBatches } = await import("./anthropic-batches.ts");
    return anthropicBatches(connection(model));
  },
};
