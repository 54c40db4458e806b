import type { Label } from "@promptnce/core";
import { quote } from "./quote.ts";

/** The JSON keys that stand for the candidates in a reply, in the candidates' order. */
export type CandidateKeys = (candidates: readonly Label[]) => readonly string[];

/**
 * The labels themselves, as in the prompts that the paper prints.
 *
 * @example
 * ownLabels(["PUSH", "PULL"]); // → ["PUSH", "PULL"]
 */
export const ownLabels: CandidateKeys = (candidates) => candidates;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/**
 * A letter for each candidate, from A, for candidates that are too long to be keys. Throws for more
 * than 26.
 *
 * @example
 * letters(["a long program", "another"]); // → ["A", "B"]
 */
export const letters: CandidateKeys = (candidates) => {
  if (candidates.length > alphabet.length) {
    throw new Error(
      `The question has ${candidates.length} candidates, and this prompt names them by the ${alphabet.length} letters A to Z: give it a smaller candidate set.`,
    );
  }
  return alphabet.slice(0, candidates.length);
};

/**
 * The JSON key of the category OTHER in a prompt and its reply: the first of `OTHER`, `UNLISTED`,
 * `UNLISTED_2`, `UNLISTED_3` … that differs from every candidate, ignoring case and surrounding
 * space. The task words has a label OTHER: with one key for both, the masses of label and category
 * would mix.
 *
 * @example
 * otherKey(["PUSH", "OTHER"]); // → "UNLISTED"
 */
export function otherKey(candidates: readonly Label[]): string {
  const taken = new Set(candidates.map(caseFold));
  for (let place = 0; ; place++) {
    const key = ["OTHER", "UNLISTED"][place] ?? `UNLISTED_${place}`;
    if (!taken.has(caseFold(key))) return key;
  }
}

/** A label without the differences that models introduce: case and surrounding space. */
export function caseFold(label: string): string {
  return label.trim().toLowerCase();
}

/**
 * The candidates, checked for a list joined by `separator`. Throws if there are none, if one occurs
 * twice (a reader keeps only one of two equal JSON keys), or if one contains the separator (a
 * model, too, would take it for two). Without a separator, any text may be listed.
 */
export function checkCandidates(
  candidates: readonly Label[],
  separator?: string,
): readonly Label[] {
  if (candidates.length === 0) {
    throw new Error("The question has no candidates: a prompt over a set needs at least one.");
  }
  const seen = new Set<Label>();
  for (const candidate of candidates) {
    if (seen.has(candidate))
      throw new Error(`The candidate ${quote(candidate)} occurs twice: list each label once.`);
    if (separator !== undefined && candidate.includes(separator)) {
      throw new Error(
        `The candidate ${quote(candidate)} contains ${quote(separator)}, which separates the candidates of this prompt: use a template that lists them otherwise.`,
      );
    }
    seen.add(candidate);
  }
  return candidates;
}
