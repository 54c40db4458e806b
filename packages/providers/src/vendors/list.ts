import { aiVendor } from "../ai-sdk/vendor.ts";
import { anthropicVendor } from "../anthropic/vendor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { llamaVendor } from "../llama/vendor.ts";
import { decisionsVendor } from "../openai-decisions/vendor.ts";
import { sglangDecisionsVendor } from "../sglang-decisions/vendor.ts";
import { systemOneVendor } from "../system-one/vendor.ts";
import { openaiVendor } from "../openai/vendor.ts";

/**
 * The vendors of models, in the order of the help text. A program may add its own before it sends
 * requests.
 */
export const vendors: VendorDescriptor[] = [
  anthropicVendor,
  openaiVendor,
  llamaVendor,
  aiVendor,
  decisionsVendor,
  systemOneVendor,
  sglangDecisionsVendor,
];

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
