import { aiVendor } from "../ai-sdk/vendor.ts";
import { anthropicVendor } from "../anthropic/vendor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { llamaVendor } from "../llama/vendor.ts";
import { decisionsVendor } from "../openai-decisions/vendor.ts";
import { sglangDecisionsVendor } from "../sglang-decisions/vendor.ts";
import { systemOneVendor } from "../system-one/vendor.ts";
import { openaiVendor } from "../openai/vendor.ts";

const list: VendorDescriptor[] = [
  anthropicVendor,
  openaiVendor,
  llamaVendor,
  aiVendor,
  decisionsVendor,
  systemOneVendor,
  sglangDecisionsVendor,
];

/** The vendors of models, in the order of the help text, then those of {@link addVendor}. */
export const vendors: readonly VendorDescriptor[] = list;

/**
 * Adds a vendor to the end of {@link vendors}, before the program names a model.
 *
 * @returns A function that removes it.
 * @throws RangeError if a vendor has that name.
 * @example
 * const remove = addVendor({ ...vendorNamed("openai"), name: "ours", keyEnv: "OUR_KEY" });
 * vendorNamed("ours").keyEnv; // → "OUR_KEY"
 * remove();
 */
export function addVendor(vendor: VendorDescriptor): () => void {
  if (list.some(({ name }) => name === vendor.name)) {
    throw new RangeError(`there is a vendor ${vendor.name} already: give this one another name`);
  }
  list.push(vendor);
  return () => void list.splice(list.indexOf(vendor), 1);
}

/**
 * The vendor with this name.
 *
 * @throws Error where there is none: names are validated where they are entered.
 * @example
 * vendorNamed("anthropic").keyEnv; // → "ANTHROPIC_API_KEY"
 */
export function vendorNamed(name: string): VendorDescriptor {
  const found = vendors.find((vendor) => vendor.name === name);
  if (found === undefined) throw new Error(`There is no vendor ${name}.`);
  return found;
}

/**
 * Whether a model belongs to a family that answers without reasoning; unknown families count as
 * reasoning.
 *
 * @example
 * ["gpt-4o-mini", "gpt-5-mini"].map((model) => isPlain({ name: "openai", model }));
 * // → [true, false]
 */
export function isPlain({
  name,
  model,
}: {
  readonly name: string;
  readonly model: string;
}): boolean {
  const vendor = vendors.find((one) => one.name === name || one.compatible === name);
  return name === "simulated" || vendor?.plain?.test(model) === true;
}
