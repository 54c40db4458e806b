import { rowWeights } from "../numerics/weights.ts";

/**
 * How many people of equal weight give as precise a mean as these: (Σ w)² / Σ w² (Kish, 1965), from
 * 1 to their number. NaN where all weights are 0 or there are none.
 * @param weights one a person: a weighted number of people is not that
 * @throws RangeError on a weight that is negative or not finite
 * @example
 * effectiveSize([1, 1, 1, 3]); // → 3
 */
export function effectiveSize(weights: ArrayLike<number>): number {
  const checkedWeights = rowWeights(weights.length, weights);
  let [sum, squares] = [0, 0];
  for (const weight of checkedWeights) {
    sum += weight;
    squares += weight * weight;
  }
  return (sum * sum) / squares;
}
