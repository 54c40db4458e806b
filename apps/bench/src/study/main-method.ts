import type { Method } from "@promptnce/core/methods";

/**
 * Whether a method is the paper's main one, whose limits are reported: an open candidate set and a
 * grounded base rate.
 */
export function isMainMethod({ conditional, marginal }: Method): boolean {
  return conditional?.name === "open" && marginal?.name === "grounded";
}
