import { resampledSpearman } from "../resampling/resampled-spearman.ts";

/**
 * Spearman's ρ of weighted rows, such as those of a survey: the weighted Pearson correlation of the
 * weighted midranks. With whole weights it equals ρ with each row repeated as often as its weight
 * says; equal weights change nothing. In [−1, 1]; a row of weight 0 is ignored. NaN where a column
 * has no variance.
 * @param weights 0 or more, finite
 * @throws RangeError on NaN, on unequal lengths, and on a weight that is negative or not finite
 * @example
 * weightedSpearman([1, 2, 3, 4], [10, 30, 20, 40], [1, 1, 1, 3]); // → 0.935
 */
export function weightedSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number>,
): number {
  return resampledSpearman(x, y, weights)(new Uint32Array(x.length).fill(1));
}
