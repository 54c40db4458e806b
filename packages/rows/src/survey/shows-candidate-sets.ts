import type { Method } from "@promptnce/core/methods";

/** Whether a method's prompts show candidate sets, so that K matters. */
export function showsCandidateSets({ conditional }: Pick<Method, "conditional">): boolean {
  return conditional?.answers === "set";
}
