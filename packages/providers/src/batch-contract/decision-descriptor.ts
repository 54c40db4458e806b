import type { VendorDescriptor } from "./vendor-descriptor.ts";

/** What the descriptors of all vendors of decision models share. */
export const decisionDescriptor: Pick<
  VendorDescriptor,
  "options" | "refusal" | "decides" | "plain"
> = {
  options: ["baseUrl", "keyEnv", "settings", "questionsPerRequest"],
  refusal: "a decision model takes none",
  decides: true,
  plain: /^/,
};
