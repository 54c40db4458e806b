import { pairedNumbers } from "../numerics/columns.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { rowWeights } from "../numerics/weights.ts";

/**
 * The mean as a function of how often each value was drawn, for the standard error of a mean or of
 * a fraction resampled by cluster (the paper's case study resamples students, Table 3). NaN if
 * nothing was drawn, or nothing with a weight above 0.
 * @param weights one for each value, from 0, such as survey weights; all 1 by default
 * @throws RangeError on NaN, on unequal lengths, and on a weight that is negative or not finite
 * @example
 * const students = ["a", "a", "b", "b", "c", "c"];
 * const share = resampledMean([1, 1, 0, 1, 0, 0]);
 * standardError(bootstrap([share], 6, { clusters: students, replicates: 1000, seed: "1" })[0]);
 * // → 0.232
 */
export function resampledMean(
  values: ArrayLike<number>,
  weights?: ArrayLike<number>,
): ResampledStatistic {
  const checkedWeights = weights && rowWeights(values.length, weights);
  const [numbers] = pairedNumbers("resampledMean", values, checkedWeights ?? values);
  return (counts) => {
    let total = 0;
    let sum = 0;
    for (let i = 0; i < counts.length; i++) {
      const weight = checkedWeights === undefined ? counts[i]! : counts[i]! * checkedWeights[i]!;
      if (weight === 0) continue; // an infinite value that does not count must not make a NaN
      total += weight;
      sum += weight * numbers[i]!;
    }
    return sum / total;
  };
}
