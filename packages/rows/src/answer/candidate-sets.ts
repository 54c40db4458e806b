import { queriesOf } from "@promptnce/core";
import type { Method, Trial } from "@promptnce/core";

const specimen: Trial = { id: "", x: {}, y: "y", candidates: ["y"] };

/** Whether a method shows a model candidate sets, of which K is the size. */
export function showsCandidateSets({ estimator }: Method): boolean {
  return queriesOf(estimator, specimen).some(({ kind }) => kind === "open" || kind === "closed");
}
