import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** OpenAI's decision models, and any server with its Decisions API. */
export const decisionsVendor: VendorDescriptor = {
  name: "decisions",
  example: "decisions:NAME",
  compatible: "decisions-compatible",
  keyEnv: "OPENAI_API_KEY",
  options: ["baseUrl", "keyEnv", "settings"],
  refusal: "a decision model takes none",
  decides: true,
  price: "listed",
  plain: /^/,
  async load(model) {
    const { openaiDecisions } = await import("./openai-decisions.ts");
    return openaiDecisions(model);
  },
};
