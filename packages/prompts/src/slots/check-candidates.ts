import type { Label } from "@promptnce/core";
import { quote } from "./quote.ts";

/**
 * The candidates, if a list joined by `separator` can hold them. Throws where there are none, where one occurs twice
 * (two equal JSON keys, of which a reader keeps one) and where one contains the separator (a model, too, would take it
 * for two). Without a separator any text may be listed.
 */
export function checkCandidates(candidates: readonly Label[], separator?: string): readonly Label[] {
  if (candidates.length === 0) {
    throw new Error("The question has no candidates: a prompt over a set needs at least one.");
  }
  const seen = new Set<Label>();
  for (const candidate of candidates) {
    if (seen.has(candidate)) throw new Error(`The candidate ${quote(candidate)} occurs twice: list each label once.`);
    if (separator !== undefined && candidate.includes(separator)) {
      throw new Error(
        `The candidate ${quote(candidate)} contains ${quote(separator)}, which separates the ` +
          `candidates of this prompt: use a template that lists them otherwise.`,
      );
    }
    seen.add(candidate);
  }
  return candidates;
}
