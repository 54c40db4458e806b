import { leastSquares } from "../correlation/least-squares.ts";
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
 * - `good-turing`: Simple Good–Turing (Gale and Sampson, 1995). The mass of labels seen once goes
 *   to labels never seen: shared equally by the labels counted zero times, or, where there are
 *   none, left as `unseen`.
 * @param counts how often each label was observed; a label of the label space never seen has 0
 * @throws RangeError where a count is negative or not finite, the total is zero, α is not above
 * zero, or Good–Turing cannot be fitted (fractional counts, or fewer than two different ones)
 */
export function marginalFromCounts(
  counts: ReadonlyMap<Label, number>,
  smoothing: Smoothing,
): CountedMarginal {
  const total = totalOf(counts);
  if (smoothing.kind === "good-turing") return goodTuring(counts, total, smoothing);
  const alpha = smoothing.kind === "add" ? smoothing.alpha : 0;
  if (smoothing.kind === "add" && !(alpha > 0 && alpha < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`add-α smoothing takes an α above zero, not ${alpha}`);
  }
  const denominator = total + alpha * counts.size;
  const masses = [...counts].map(([label, n]) => [label, (n + alpha) / denominator] as const);
  return { marginal: new Map(masses), unseen: 0, smoothing };
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

/**
 * N(r), the labels seen r times, is taken as observed while it is 1.96 standard deviations off the
 * line (Sampson).
 */
function goodTuring(
  counts: ReadonlyMap<Label, number>,
  total: number,
  smoothing: Smoothing,
): CountedMarginal {
  const frequency = frequenciesOfCounts(counts.values());
  const rs = [...frequency.keys()].sort((a, b) => a - b);
  const smoothed = smoothedFrequency(rs, frequency);
  let useObserved = true;
  const starred = rs.map((r) => {
    const fromLine = ((r + 1) * smoothed(r + 1)) / smoothed(r);
    const next = frequency.get(r + 1);
    if (!useObserved || next === undefined) {
      useObserved = false;
      return fromLine;
    }
    const here = frequency.get(r)!;
    const observed = ((r + 1) * next) / here;
    const deviation = Math.sqrt((r + 1) ** 2 * (next / here ** 2) * (1 + next / here));
    useObserved = Math.abs(observed - fromLine) > 1.96 * deviation;
    return useObserved ? observed : fromLine;
  });
  const unseen = (frequency.get(1) ?? 0) / total;
  const mass = rs.reduce((sum, r, k) => sum + frequency.get(r)! * starred[k]!, 0);
  const seen = new Map(rs.map((r, k) => [r, ((1 - unseen) * starred[k]!) / mass]));
  const zeros = [...counts.values()].filter((count) => count === 0).length;
  const masses = [...counts].map(
    ([label, n]) => [label, n === 0 ? unseen / zeros : seen.get(n)!] as const,
  );
  return { marginal: new Map(masses), unseen: zeros === 0 ? unseen : 0, smoothing };
}

/** N(r) of every r above zero. */
function frequenciesOfCounts(counts: Iterable<number>): Map<number, number> {
  const frequency = new Map<number, number>();
  for (const count of counts) {
    if (!Number.isInteger(count))
      throw new RangeError(`Good–Turing counts whole observations, not ${count}`);
    if (count > 0) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  }
  if (frequency.size < 2) {
    const needed = `at least two different counts above zero, not ${frequency.size}`;
    throw new RangeError(`Good–Turing needs ${needed}; use maximum likelihood or add-α`);
  }
  return frequency;
}

/** The line through log N(r), each N(r) first spread over the gap to the neighbouring counts. */
function smoothedFrequency(
  rs: readonly number[],
  frequency: ReadonlyMap<number, number>,
): (r: number) => number {
  const spread = rs.map((r, k) => {
    const before = k === 0 ? 0 : rs[k - 1]!;
    const after = k === rs.length - 1 ? 2 * r - before : rs[k + 1]!;
    return (2 * frequency.get(r)!) / (after - before);
  });
  const { slope, intercept } = leastSquares(rs.map(Math.log), spread.map(Math.log));
  if (slope > -1) {
    const why = `the frequency of counts falls with slope ${slope}, which must be at most -1`;
    throw new RangeError(`Good–Turing does not hold here: ${why}; use maximum likelihood or add-α`);
  }
  return (r) => Math.exp(intercept + slope * Math.log(r));
}
