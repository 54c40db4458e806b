import type { Label } from "@promptnce/core";
import { caseFold } from "./case-fold.ts";

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
