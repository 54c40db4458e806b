import type { Label } from "@promptnce/core";
import { caseFold } from "./case-fold.ts";

/** The JSON keys that stand for the candidates in a reply, in the candidates' order. */
export type CandidateKeys = (candidates: readonly Label[]) => readonly string[];

/** The labels themselves, as in the prompts that the paper prints. */
export const ownLabels: CandidateKeys = (candidates) => candidates;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A letter each, from A, for candidates too long to be keys. Throws for more than 26. */
export const letters: CandidateKeys = (candidates) => {
  if (candidates.length > alphabet.length) {
    throw new Error(
      `The question has ${candidates.length} candidates, and this prompt names them by the ` +
        `${alphabet.length} letters A to Z: give it a smaller candidate set.`,
    );
  }
  return alphabet.slice(0, candidates.length).split("");
};

/**
 * The JSON key that stands for the category OTHER in a prompt and in its reply: `OTHER`, unless a candidate is spelled
 * so (ignoring case and surrounding space); then the first of `UNLISTED`, `UNLISTED_2`, `UNLISTED_3` … that no
 * candidate is spelled like.
 *
 * OTHER is a category, not a label, and Words has the label OTHER: with one key for both, the two masses would mix.
 */
export function otherKey(candidates: readonly Label[]): string {
  const taken = new Set(candidates.map(caseFold));
  if (!taken.has(caseFold("OTHER"))) return "OTHER";
  for (let number = 1; ; number++) {
    const key = number === 1 ? "UNLISTED" : `UNLISTED_${number}`;
    if (!taken.has(caseFold(key))) return key;
  }
}
