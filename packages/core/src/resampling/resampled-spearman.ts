import { pairedNumbers } from "../numerics/columns.ts";
import { type RankedColumn, rankedColumn } from "../numerics/ranked-column.ts";
import type { ClusterKey, ResampledStatistic } from "../numerics/resampler.ts";

/**
 * Spearman's correlation as a function of how often each pair was drawn. The columns are sorted once; a resample then
 * costs a pass over each to rank it and one to multiply them, in O(n), and gives what ranking the resample afresh
 * gives: twice a midrank is an integer, so up to 180,000 drawn pairs every sum is exact. NaN where a column of
 * the resample has no variance.
 * @throws RangeError on NaN and on unequal lengths
 */
export function resampledSpearman(x: ArrayLike<number>, y: ArrayLike<number>): ResampledStatistic {
  const [first, second] = pairedNumbers("spearman", x, y);
  return rankCorrelation(rankedColumn(first), rankedColumn(second));
}

/** {@link withinSpearman} as a function of how often each item was drawn, ranked as the resample ranks. */
export function resampledWithinSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  groups: ArrayLike<ClusterKey>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("withinSpearman", x, y);
  return rankCorrelation(
    rankedColumn(first, undefined, groups),
    rankedColumn(second, undefined, groups),
  );
}

/** Pearson's correlation of the ranks of two columns at the same places and in the same groups. */
export function rankCorrelation(x: RankedColumn, y: RankedColumn): ResampledStatistic {
  return (counts, resample) => {
    y.rank(counts, resample);
    const products = x.products(y.scores, counts, resample) - x.offset;
    return Math.max(-1, Math.min(1, products / Math.sqrt(x.squares * y.squares)));
  };
}
