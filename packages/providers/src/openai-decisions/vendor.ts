import { decisionDescriptor } from "../batch-contract/decision-descriptor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** OpenAI's decision models, and any server with its Decisions API. */
export const decisionsVendor: VendorDescriptor = {
  ...decisionDescriptor,
  name: "decisions",
  example: "decisions:NAME",
  compatible: "decisions-compatible",
  keyEnv: "OPENAI_API_KEY",
  price: "listed",
  async load(model) {
    const { openaiDecisions } = await import("./openai-decisions.ts");
    return openaiDecisions(model);
  },
};
