import type { Method } from "@promptnce/core/methods";

/**
 * Whether a method's prompts show candidate sets, so that K matters.
 *
 * @example
 * import { describeMethod } from "@promptnce/core/methods";
 * ["promptnce", "direct-split"].map((id) => showsCandidateSets(describeMethod(id)));
 * // → [true, false]
 */
export function showsCandidateSets({ conditional }: Method): boolean {
  return conditional?.answers === "set";
}
