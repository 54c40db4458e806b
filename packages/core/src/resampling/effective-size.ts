import { rowWeights } from "../numerics/weights.ts";

/**
 * The effective number of people: how many of equal weight would give as precise a mean, (Σ w)² / Σ
 * w² (Kish, 1965), from 1 to their number. NaN without people, and if all weights are 0.
 * @param weights one for each person, not one for each group of people
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
