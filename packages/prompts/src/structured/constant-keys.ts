import type { Label } from "@promptnce/core";
import type { CandidateKeys } from "../slots/candidate-keys.ts";
import { checkCandidates } from "../slots/check-candidates.ts";
import type { Slot } from "../slots/slot.ts";

/**
 * `c1`, `c2` … whatever the candidates are, so that all questions over as many candidates share one
 * schema: one whose keys were the labels would be a new grammar for every request.
 */
export const constantKeys: CandidateKeys = (candidates) => candidates.map((_, i) => `c${i + 1}`);

/** The key of the category OTHER beside {@link constantKeys}, which no candidate can be spelled like. */
export const constantOther = (): string => "other";

/** The candidates one a line, each after its constant key. */
export const keyedOptions: Slot<{ readonly candidates: readonly Label[] }> = {
  about: 'the candidates, one a line, each after its key: "c1: ", "c2: " …',
  write: ({ candidates }) => listed(checkCandidates(candidates, "\nc")),
  read: (text) => {
    const candidates = text.replace(/^c1: /, "").split(/\nc\d+: /);
    // Where other text that reads like the prompt got in, nothing is better than something else.
    if (listed(candidates) !== text) return {};
    return { candidates, candidateKeys: constantKeys(candidates) };
  },
};

/** The key of the category OTHER, always the same. */
export const keyedOther: Slot<unknown> = {
  about: 'always "other"',
  write: constantOther,
  read: (text) => ({ otherKey: text }),
};

function listed(candidates: readonly Label[]): string {
  const keys = constantKeys(candidates);
  return candidates.map((candidate, i) => `${keys[i]}: ${candidate}`).join("\n");
}
