import type { Method, Trial } from "@promptnce/core";
import { queriesOf } from "./answer-unit.ts";

const specimen: Trial = { id: "", x: {}, y: "y", candidates: ["y"] };

/** Whether a method shows a model candidate sets, of which K is the size. */
export function showsCandidateSets(method: Method): boolean {
  return queriesOf(method, specimen).some(({ kind }) => kind === "open" || kind === "closed");
}
