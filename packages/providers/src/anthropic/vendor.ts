import type { VendorDescriptor, VendorModel } from "../batch-contract/vendor-descriptor.ts";

/** Prevents the vendor's own key from being sent to another server. */
function connection(model: VendorModel): VendorModel {
  return model.baseURL === undefined ? model : { ...model, apiKey: model.apiKey ?? "none" };
}

/** Anthropic, and servers with its Messages API. */
export const anthropicVendor: VendorDescriptor = {
  name: "anthropic",
  example: "anthropic:NAME",
  keyEnv: "ANTHROPIC_API_KEY",
  options: ["baseUrl", "keyEnv", "settings", "effort"],
  price: "listed",
  plain: /^claude-([23]|instant|(opus|sonnet|haiku)-4)/,
  probes: [{ temperature: 0 }, { top_p: 1 }, { thinking: { type: "disabled" } }],
  async load(model) {
    const { anthropic } = await import("./anthropic.ts");
    return anthropic(connection(model));
  },
  async batch(model) {
    const { anthropicBatches } = await import("./anthropic-batches.ts");
    return anthropicBatches(connection(model));
  },
};
