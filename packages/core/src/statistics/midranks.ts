import { denseRanks } from "../numerics/dense-ranks.ts";

/**
 * The rank of each value from 1, ties sharing the mean of the ranks they cover ("midranks"), as `scipy.stats.rankdata`.
 * −∞ ranks below and +∞ above every number; −0 ties with 0; an empty list has no ranks.
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
