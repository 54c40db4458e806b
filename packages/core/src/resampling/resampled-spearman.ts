import { pairedNumbers } from "../numerics/columns.ts";
import type { RankedColumn } from "../numerics/ranked-column.ts";
import {
  type ClusterKey,
  oncePerResample,
  type ResampledStatistic,
} from "../numerics/resampler.ts";
import { ranker } from "../numerics/weighted-column.ts";

/**
 * Spearman's correlation as a function of how often each pair was drawn. The columns are sorted
 * once; a resample then takes a pass over each column to rank it and one to multiply them, in O(n).
 * The result is exactly that of ranking the resample anew: twice a midrank is an integer, so every
 * sum is exact for up to 180,000 drawn pairs. NaN if a column of the resample has no variance.
 *
 * Rows may have weights, such as survey weights: ranks and correlation are then weighted, and a
 * drawn row counts its weight as often as it was drawn. Rows or whole clusters are drawn with equal
 * probability, which is the bootstrap of a weighted sample. Rao and Wu (1988) correct it for n
 * draws instead of n − 1, as `unitInterval` does.
 * @throws RangeError on NaN, on unequal lengths, and on a weight that is negative or not finite
 * @example
 * const rho = resampledSpearman([1, 2, 3, 4], [10, 30, 20, 40]);
 * replicated([rho], 4, { replicates: 100, seed: "1" })[0].value; // → 0.8
 */
export function resampledSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights?: ArrayLike<number>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("spearman", x, y);
  const ranked = ranker(first.length, { weights });
  return rankCorrelation(ranked(first), ranked(second));
}

/**
 * {@link withinSpearman} as a function of how often each item was drawn, with ranks taken within
 * the resample.
 *
 * @example
 * const labels = ["PUSH", "PUSH", "PULL", "PULL"];
 * const rho = resampledWithinSpearman([1, 2, 5, 6], [3, 4, 1, 2], labels);
 * replicated([rho], 4, { replicates: 100, seed: "1" })[0].value; // → 1
 */
export function resampledWithinSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  groups: ArrayLike<ClusterKey>,
  weights?: ArrayLike<number>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("withinSpearman", x, y);
  const ranked = ranker(first.length, { groups, weights });
  return rankCorrelation(ranked(first), ranked(second));
}

const correlations = new WeakMap<RankedColumn, WeakMap<RankedColumn, ResampledStatistic>>();

/**
 * Pearson's correlation of the ranks of two columns that have the same groups. The same
 * two columns give the same statistic, which is computed once for each resample.
 *
 * @example
 * import { rankedColumn } from "@promptnce/core/correlation";
 * const x = rankedColumn(Float64Array.of(1, 2, 3, 4));
 * const rho = rankCorrelation(x, rankedColumn(Float64Array.of(10, 30, 20, 40)));
 * replicated([rho], 4, { replicates: 100, seed: "1" })[0].value; // → 0.8
 */
export function rankCorrelation(x: RankedColumn, y: RankedColumn): ResampledStatistic {
  const ofX = correlations.get(x) ?? new WeakMap<RankedColumn, ResampledStatistic>();
  const correlation = ofX.get(y) ?? oncePerResample(correlationOf(x, y));
  correlations.set(x, ofX.set(y, correlation));
  return correlation;
}

function correlationOf(x: RankedColumn, y: RankedColumn): ResampledStatistic {
  return (counts, resample) => {
    const products = x.products(y, counts, resample);
    return Math.max(-1, Math.min(1, products / Math.sqrt(x.squares * y.squares)));
  };
}
