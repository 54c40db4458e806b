import { decisionDescriptor } from "../batch-contract/decision-descriptor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** TypeSafe's Jev, and any server with the System One API. */
export const systemOneVendor: VendorDescriptor = {
  ...decisionDescriptor,
  name: "systemone",
  example: "systemone:NAME",
  compatible: "systemone-compatible",
  keyEnv: "TYPESAFE_API_KEY",
  price: "listed",
  async load(model) {
    const { systemOne } = await import("./system-one.ts");
    return systemOne(model);
  },
};
