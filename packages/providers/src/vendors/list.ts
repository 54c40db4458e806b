import { aiVendor } from "../ai-sdk/vendor.ts";
import { anthropicVendor } from "../anthropic/vendor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { llamaVendor } from "../llama/vendor.ts";
import { openaiVendor } from "../openai/vendor.ts";

/** Who serves models, in the order in which help names them. A program may add its own before it asks. */
export const vendors: VendorDescriptor[] = [anthropicVendor, openaiVendor, llamaVendor, aiVendor];

/** The vendor of that name. @throws Error where there is none: names are checked where they are given. */
export function vendorNamed(name: string): VendorDescriptor {
  const found = vendors.find((vendor) => vendor.name === name);
  if (found === undefined) throw new Error(`There is no vendor ${name}.`);
  return found;
}

/** Whether a model is of a family that answers without thinking; a name of no known family thinks. */
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

/** Their names as a list for people: `anthropic, openai or llama`. */
export function namesOf(
  some: readonly Pick<VendorDescriptor, "name">[],
  word: "and" | "or",
): string {
  const list = new Intl.ListFormat("en-GB", {
    type: word === "and" ? "conjunction" : "disjunction",
  });
  return list.format(some.map(({ name }) => name));
}
