import type { Label } from "@promptnce/core";

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
