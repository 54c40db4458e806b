import { pairedNumbers } from "../numerics/columns.ts";
import type { RankedColumn } from "../numerics/ranked-column.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { ranker } from "../numerics/weighted-column.ts";
import { rankCorrelation } from "../resampling/resampled-spearman.ts";

/**
 * Partial Spearman correlation: Pearson's correlation of what a straight line in the midranks of
 * `given` leaves of the midranks of x and y. With the base rate given, how well estimates rank
 * beyond what the base rate alone would. In [−1, 1]; under no such relation it is distributed
 * nearly as a correlation of n − 1 pairs, about a tenth wider where x and y hang on `given`
 * closely. NaN for fewer than four pairs, of which three have ±1 whatever they are, where a column
 * has no variance, and where `given` leaves none: x or y in its very order, or the reverse. Given a
 * constant it is Spearman's ρ.
 * @throws RangeError on NaN and on unequal lengths
 * @example
 * partialSpearman([1, 2, 4, 3, 5], [2, 1, 4, 3, 5], [1, 1, 2, 2, 1]); // → 0.891
 */
export function partialSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  given: ArrayLike<number>,
): number {
  return resampledPartialSpearman(x, y, given)(new Uint32Array(x.length).fill(1));
}

/**
 * {@link partialSpearman} as a function of how often each item was drawn, ranked as the resample
 * ranks. With `weights`, one a row, the three correlations are those of `weightedSpearman`.
 *
 * @example
 * import { replicated } from "@promptnce/core/resampling";
 * const rho = resampledPartialSpearman([1, 2, 4, 3, 5], [2, 1, 4, 3, 5], [1, 1, 2, 2, 1]);
 * replicated([rho], 5, { replicates: 100, seed: "1" })[0].value; // → 0.891
 */
export function resampledPartialSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  given: ArrayLike<number>,
  weights?: ArrayLike<number>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("partialSpearman", x, y);
  const [, third] = pairedNumbers("partialSpearman", y, given);
  const ranked = ranker(first.length, { weights });
  return partialRankCorrelation(ranked(first), ranked(second), ranked(third));
}

/**
 * {@link partialSpearman} of already ranked columns.
 *
 * @example
 * import { replicated } from "@promptnce/core/resampling";
 * const ranked = (values) => rankedColumn(Float64Array.from(values));
 * const rho = partialRankCorrelation(
 *   ranked([1, 2, 4, 3, 5]),
 *   ranked([2, 1, 4, 3, 5]),
 *   ranked([1, 1, 2, 2, 1]),
 * );
 * const [{ value }] = replicated([rho], 5, { replicates: 100, seed: "1" });
 * value; // → 0.891
 */
export function partialRankCorrelation(
  x: RankedColumn,
  y: RankedColumn,
  given: RankedColumn,
): ResampledStatistic {
  const [ofBoth, ofX, ofY] = [
    rankCorrelation(x, y),
    rankCorrelation(x, given),
    rankCorrelation(y, given),
  ];
  return (counts, resample) => {
    const [both, first, second] = [
      ofBoth(counts, resample),
      ofX(counts, resample),
      ofY(counts, resample),
    ];
    if (x.drawn < 4) return Number.NaN;
    // Either `given` does not vary, or x does not, and then `both` is NaN too.
    if (Number.isNaN(first)) return both;
    const left = (1 - first * first) * (1 - second * second);
    return left > NOTHING_LEFT
      ? Math.max(-1, Math.min(1, (both - first * second) / Math.sqrt(left)))
      : Number.NaN;
  };
}

/**
 * A remaining variance that may be due to rounding; one swap of neighbours among 100,000 leaves
 * more.
 */
const NOTHING_LEFT = 1e-15;
