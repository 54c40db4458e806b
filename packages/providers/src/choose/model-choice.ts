import type { Provider } from "@promptnce/core";
import type { VendorDescriptor, VendorModel } from "../batch-contract/vendor-descriptor.ts";
import { vendors } from "../vendors/vendors.ts";

/** A model and who serves it. */
export interface ModelChoice extends Pick<VendorModel, "model" | "file"> {
  /** The name of a vendor, or `simulated`. */
  readonly provider: string;
  /** The settings under which a run has asked it, for whoever only reads the replies and may not have the model. */
  readonly recorded?: Provider["settings"] | undefined;
}

/** `anthropic:NAME` names its vendor; any other name, colons and all, is served by --provider. */
export function vendorOf(name: string, provider: string | undefined): VendorDescriptor | undefined {
  return (
    vendors.find((vendor) => name.startsWith(`${vendor.name}:`)) ?? vendors.find((vendor) => vendor.name === provider)
  );
}

/** The models of these names, each once; the simulated respondent where there is none. */
export function modelsOf(names: readonly string[], provider: string | undefined, profile: string): ModelChoice[] {
  if (names.length === 0) return [{ provider: "simulated", model: profile }];
  const models = names.map((given): ModelChoice => {
    const { name, modelOf } = vendorOf(given, provider) as VendorDescriptor;
    const model = given.startsWith(`${name}:`) ? given.slice(name.length + 1) : given;
    return { provider: name, ...(modelOf?.(model) ?? { model }) };
  });
  return [...new Map(models.map((one) => [JSON.stringify(one), one])).values()];
}
