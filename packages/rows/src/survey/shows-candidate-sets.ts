import type { Method } from "@promptnce/core/methods";

/** Whether a method shows a model candidate sets, of which K is the size. */
export function showsCandidateSets({ conditional }: Pick<Method, "conditional">): boolean {
  return conditional?.answers === "set";
}
