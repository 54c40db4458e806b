import { pairedNumbers } from "../numerics/columns.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { rowWeights } from "../numerics/weights.ts";

/**
 * The mean of rows that count by a weight each, as those of a survey do, as a function of how often each row was drawn.
 * NaN where nothing of any weight was drawn.
 * @param weights from 0, finite
 * @throws RangeError on NaN, on unequal lengths, and on a weight that is negative or not finite
 */
export function resampledWeightedMean(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
): ResampledStatistic {
  const [numbers] = pairedNumbers("resampledWeightedMean", values, weights);
  const own = rowWeights(numbers.length, weights);
  return (counts) => {
    let [total, sum] = [0, 0];
    for (let i = 0; i < counts.length; i++) {
      const weight = counts[i]! * own[i]!;
      if (weight === 0) continue; // an infinite value that does not count must not make a NaN
      total += weight;
      sum += weight * numbers[i]!;
    }
    return sum / total;
  };
}
