import type { ResampledStatistic } from "../numerics/resampler.ts";

/**
 * The mean as a function of how often each value was drawn, for the standard error of a mean or of a fraction resampled
 * by cluster (the paper's case study resamples students, Table 3). NaN where nothing was drawn.
 * @throws RangeError on NaN
 */
export function resampledMean(values: ArrayLike<number>): ResampledStatistic {
  const numbers = Float64Array.from(values);
  const nan = numbers.findIndex(Number.isNaN);
  if (nan >= 0) throw new RangeError(`a mean takes no NaN, but index ${nan} holds one`);
  return (counts) => {
    let total = 0;
    let sum = 0;
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]!;
      if (count === 0) continue; // an infinite value that was not drawn must not make a NaN
      total += count;
      sum += count * numbers[i]!;
    }
    return sum / total;
  };
}
