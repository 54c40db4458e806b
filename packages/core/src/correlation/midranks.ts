import { sortedRuns } from "../numerics/sorted-runs.ts";

/**
 * The rank of each value from 1, ties sharing the mean of the ranks they cover ("midranks"), as
 * `scipy.stats.rankdata`. −∞ ranks below and +∞ above every number; −0 ties with 0; an empty list
 * has no ranks.
 * @throws RangeError on NaN
 * @example
 * midranks([3, 1, 1]); // → [3, 1.5, 1.5]
 */
export function midranks(values: ArrayLike<number>): Float64Array {
  const numbers = values instanceof Float64Array ? values : new Float64Array(values);
  if (numbers.includes(Number.NaN)) {
    throw new RangeError(
      `midranks takes no NaN, but index ${numbers.findIndex(Number.isNaN)} holds one`,
    );
  }
  const { order, ends } = sortedRuns(numbers);
  const ranks = new Float64Array(order.length);
  for (let k = 0, end = 0; k < order.length; k = end) {
    end = ends?.[k] ?? k + 1;
    for (let j = k; j < end; j++) {
      ranks[order[j]!] = (k + 1 + end) / 2;
    }
  }
  return ranks;
}
