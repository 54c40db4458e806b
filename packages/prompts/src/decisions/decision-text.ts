import type { Decision } from "@promptnce/core";

/**
 * A state with the question about it, and the options after their ids, for people.
 *
 * @example
 * decisionText("CUE: SHOVE", {
 *   instructions: "Which word?",
 *   options: [{ id: "c1", description: "PUSH" }],
 * }).includes("PUSH"); // → true
 */
export function decisionText(state: string, { instructions, options }: Decision): string {
  const listed = options?.map(({ id, description }) => `${id}: ${description}`).join("\n");
  const parts = [state, `QUESTION:\n${instructions}`];
  return [...parts, ...(listed === undefined ? [] : [`OPTIONS:\n${listed}`])].join("\n\n");
}
