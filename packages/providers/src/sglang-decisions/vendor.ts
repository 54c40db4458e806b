import { OptionError } from "@promptnce/core/errors";
import { decisionDescriptor } from "../batch-contract/decision-descriptor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** Any chat model behind SGLang's own endpoint for decisions. */
export const sglangDecisionsVendor: VendorDescriptor = {
  ...decisionDescriptor,
  name: "sglang-decisions",
  example: "sglang-decisions:NAME",
  async load({ baseURL, ...model }) {
    if (baseURL === undefined) {
      throw new OptionError("baseURL", "name the server, such as http://localhost:30000/v1");
    }
    const { sglangDecisions } = await import("./sglang-decisions.ts");
    return sglangDecisions({ ...model, baseURL });
  },
};
