import { pairedNumbers } from "../numerics/columns.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { weightedRanks } from "../numerics/weighted-ranks.ts";
import { rowWeights } from "../numerics/weights.ts";

/**
 * Spearman's ρ of rows that count by a weight each, as those of a survey do: Pearson's correlation, so weighted, of the
 * weighted midranks. Of whole weights it is ρ of each row as often as its weight says; of equal ones Spearman's ρ. In
 * [−1, 1]; a row of weight 0 is as if it were not there. NaN where a column has no variance.
 * @param weights 0 or more, finite
 * @throws RangeError on NaN, on unequal lengths, and on a weight that is negative or not finite
 */
export function weightedSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number>,
): number {
  return resampledWeightedSpearman(x, y, weights)(new Uint32Array(x.length).fill(1));
}

/** {@link weightedSpearman} as a function of how often each row was drawn, whose weight is then as many times as large. */
export function resampledWeightedSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("weightedSpearman", x, y);
  const own = rowWeights(first.length, weights);
  const [ranksX, ranksY] = [weightedRanks(first), weightedRanks(second)];
  const drawn = new Float64Array(own.length);
  return (counts) => {
    for (let i = 0; i < drawn.length; i++) {
      drawn[i] = counts[i]! * own[i]!;
    }
    return weightedCorrelation(ranksX.rank(drawn), ranksY.rank(drawn), drawn);
  };
}

/** Pearson's of scores whose weighted sums are 0. */
function weightedCorrelation(x: Float64Array, y: Float64Array, weights: Float64Array): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const weighted = weights[i]! * x[i]!;
    xx += weighted * x[i]!;
    xy += weighted * y[i]!;
    yy += weights[i]! * y[i]! * y[i]!;
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}
