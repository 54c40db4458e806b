import { goodTuringMasses } from "../numerics/good-turing.ts";
import type { Label, Marginal } from "../types.ts";

/** How an empirical marginal is made from counts: recorded with it, for it changes every PMI. */
export type Smoothing =
  | { readonly kind: "maximum-likelihood" }
  | { readonly kind: "add"; readonly alpha: number }
  | { readonly kind: "good-turing" };

/** A marginal with how it was made. */
export interface CountedMarginal {
  /** P(y) of every label counted, zero counts included. */
  readonly marginal: Marginal;
  /** Mass on labels that are not in the counts at all: above zero only with Good–Turing. */
  readonly unseen: number;
  readonly smoothing: Smoothing;
}

/**
 * P(y) from counts of labels.
 * - `maximum-likelihood`: count / total. A label never seen has probability zero.
 * - `add`: (count + α) / (total + α L) over the L labels counted (Lidstone; α = 1 is Laplace).
 * - `good-turing`: Simple Good–Turing (Gale and Sampson, 1995). The mass of what was seen once goes to
 *   what was not seen: shared equally by the labels counted zero times, or, where there are none, left
 *   as `unseen`.
 * @param counts how often each label was observed; a label of the label space never seen has 0
 * @throws RangeError where a count is negative or not finite, the total is zero, α is not above zero,
 * or Good–Turing cannot be fitted (fractional counts, or fewer than two different ones)
 */
export function marginalFromCounts(counts: ReadonlyMap<Label, number>, smoothing: Smoothing): CountedMarginal {
  const total = totalOf(counts);
  if (smoothing.kind === "good-turing") return goodTuring(counts, smoothing);
  const alpha = smoothing.kind === "add" ? smoothing.alpha : 0;
  if (smoothing.kind === "add" && !(alpha > 0 && alpha < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`add-α smoothing takes an α above zero, not ${alpha}`);
  }
  const denominator = total + alpha * counts.size;
  const masses = [...counts].map(([label, n]) => [label, (n + alpha) / denominator] as const);
  return { marginal: new Map(masses), unseen: 0, smoothing };
}

function goodTuring(counts: ReadonlyMap<Label, number>, smoothing: Smoothing): CountedMarginal {
  const { unseen, seen } = goodTuringMasses(counts.values());
  const zeros = [...counts.values()].filter((count) => count === 0).length;
  const marginal = new Map<Label, number>();
  for (const [label, count] of counts) {
    marginal.set(label, count === 0 ? unseen / zeros : seen.get(count)!);
  }
  return { marginal, unseen: zeros === 0 ? unseen : 0, smoothing };
}

function totalOf(counts: ReadonlyMap<Label, number>): number {
  let total = 0;
  for (const [label, count] of counts) {
    if (!(count >= 0 && count < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`a count is from 0, finite; ${JSON.stringify(label)} has ${count}`);
    }
    total += count;
  }
  if (total === 0) throw new RangeError("a marginal needs at least one label counted above zero");
  return total;
}
