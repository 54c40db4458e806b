import { type PairGroups, pairGroups, type PairKeys } from "./pair-groups.ts";
import type { Clusters } from "../numerics/resampler.ts";
import { rowWeights } from "../numerics/weights.ts";
import { canonicalNumber } from "../information/canonical-number.ts";
import { pmiOfCounts } from "../information/pmi-of-counts.ts";
import { numbersAt } from "../numerics/columns.ts";

/**
 * People's answers in context, one number for each row; rows of the same pair have the same
 * numbers.
 */
export interface CountsInContext {
  /**
   * The number of people who gave the label to x, who answered about x, who gave the label in the
   * context, and who answered in the context.
   */
  readonly people: Readonly<Record<"pair" | "x" | "label" | "context", Float64Array>>;
  /** P(y | x, c); NaN where nobody answered about x. */
  readonly conditional: Float64Array;
  /**
   * P(y | c), the base rate of the label in its context. It is a share of people, so an x weighs by
   * the number of people who answered about it.
   */
  readonly marginal: Float64Array;
  /**
   * log P(y | x, c) − log P(y | c) in nats; −∞ where nobody gave the label to x, NaN where nobody
   * gave it at all.
   */
  readonly pmi: Float64Array;
  /** The rows in which a pair occurs first: one row for each pair. */
  readonly distinct: Uint32Array;
}

/**
 * Counts, probabilities and PMI given the context, from rows that say how often a label was given
 * to an x: numbers of people, or sums of survey weights. A row may also be one person, with the
 * count 1 or that person's weight; rows of the same pair are added up. With one context for all
 * rows, these are P(y | x), P(y) and PMI.
 * @throws RangeError on columns of unequal length, and on a count that is negative or not finite
 *
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * countsInContext(keys, [8, 2, 3, 7]);
 * // → { conditional: [0.8, 0.2, 0.3, 0.7], marginal: [0.55, 0.45, 0.55, 0.45], pmi: [0.375,
 * //   -0.811, -0.606, 0.442] }
 */
export function countsInContext(keys: PairKeys, counts: ArrayLike<number>): CountsInContext {
  const groups = pairGroups(keys);
  const rowCounts = rowWeights(keys.x.length, counts);
  const [pair, x, label, context] = [
    sumsOf(rowCounts, groups.pairs),
    sumsOf(rowCounts, groups.x),
    sumsOf(rowCounts, groups.labels),
    sumsOf(rowCounts, groups.contexts),
  ];
  const ratio = (above: Float64Array, below: Float64Array): Float64Array =>
    above.map((count, row) => canonicalNumber(count / below[row]!));
  return {
    people: { pair, x, label, context },
    conditional: ratio(pair, x),
    marginal: ratio(label, context),
    pmi: pair.map((count, row) =>
      pmiOfCounts({ pair: count, x: x[row]!, y: label[row]!, all: context[row]! }),
    ),
    distinct: firstRows(groups),
  };
}

/** The sum over each row's group. */
function sumsOf(values: Float64Array, { of, count }: Clusters): Float64Array {
  const sums = new Float64Array(count);
  for (let row = 0; row < values.length; row++) {
    sums[of[row]!]! += values[row]!;
  }
  return numbersAt(sums, of);
}

/** The first row of each group; groups are numbered in the order in which they first appear. */
function firstRows({ pairs }: PairGroups): Uint32Array {
  const first = new Uint32Array(pairs.count);
  for (let row = pairs.of.length - 1; row >= 0; row--) {
    first[pairs.of[row]!] = row;
  }
  return first;
}
