import { sharesOf } from "./shares.ts";

/**
 * The total variation distance of two distributions over the same labels: half the sum of
 * the differences of their shares, which is the largest difference on any set of labels. In [0, 1].
 * Masses are scaled to sum to one; NaN where one distribution has no mass.
 * @throws RangeError on unequal lengths, and on a mass that is negative or not finite
 * @example
 * totalVariation([0.5, 0.5], [0.9, 0.1]); // → 0.4
 */
export function totalVariation(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const [p, q] = sharesOf("totalVariation", first, second);
  return p.reduce((sum, share, i) => sum + Math.abs(share - q[i]!), 0) / 2;
}
