import type { Question } from "@promptnce/core";

/**
 * How many tokens the reply to a question is expected to have, for what a run will cost: a short JSON
 * object, a line a candidate or a number with a note; none where a text is scored.
 */
export function expectedOutputTokens(question: Question): number {
  if (question.kind === "likelihood") return 0;
  return "candidates" in question ? 15 + 10 * question.candidates.length : 40;
}
