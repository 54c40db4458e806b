import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";

/** TypeSafe's Jev, and any server with the System One API. */
export const systemOneVendor: VendorDescriptor = {
  name: "systemone",
  example: "systemone:NAME",
  compatible: "systemone-compatible",
  keyEnv: "TYPESAFE_API_KEY",
  options: ["baseUrl", "keyEnv", "settings"],
  refusal: "a decision model takes none",
  decides: true,
  price: "listed",
  plain: /^/,
  async load(model) {
    const { systemOne } = await import("./system-one.ts");
    return systemOne(model);
  },
};
