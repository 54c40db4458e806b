import { sortOrder } from "../numerics/sort-order.ts";

/**
 * The rank of each value from 1, ties sharing the mean of the ranks they cover ("midranks"), as
 * `scipy.stats.rankdata`. −∞ ranks below and +∞ above every number; −0 ties with 0; an empty list
 * has no ranks.
 * @throws RangeError on NaN
 */
export function midranks(values: ArrayLike<number>): Float64Array {
  const numbers = values instanceof Float64Array ? values : new Float64Array(values);
  const nan = numbers.findIndex(Number.isNaN);
  if (nan >= 0) throw new RangeError(`midranks takes no NaN, but index ${nan} holds one`);
  const { rank, distinct } = denseRanks(numbers);
  const counts = new Uint32Array(distinct);
  for (let i = 0; i < rank.length; i++) counts[rank[i]!]!++;
  const midrank = new Float64Array(distinct);
  let below = 0;
  for (let g = 0; g < distinct; g++) {
    midrank[g] = below + (counts[g]! + 1) / 2;
    below += counts[g]!;
  }
  return Float64Array.from(rank, (g) => midrank[g]!);
}

/** Ranks without gaps: equal values share one, the next larger value has the next. */
export interface DenseRanks {
  /** The rank of each value, from 0. */
  readonly rank: Uint32Array;
  /** How many different values there are. */
  readonly distinct: number;
  /** The indices of the values in ascending order. */
  readonly order: Uint32Array;
}

/**
 * Dense ranks of the values, which must hold no NaN. All that a rank statistic needs of them, and
 * all that stays the same in a resample, where only the counts change.
 */
export function denseRanks(values: Float64Array): DenseRanks {
  const order = sortOrder(values);
  const rank = new Uint32Array(values.length);
  let group = -1;
  let previous = Number.NaN;
  for (let k = 0; k < order.length; k++) {
    const i = order[k]!;
    const value = values[i]!;
    if (value !== previous) group++;
    rank[i] = group;
    previous = value;
  }
  return { rank, distinct: group + 1, order };
}
