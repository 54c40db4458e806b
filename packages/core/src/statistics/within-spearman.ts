import { pairedNumbers } from "../numerics/columns.ts";
import { denseRanks, type DenseRanks } from "../numerics/dense-ranks.ts";
import { type ClusterKey, clustersOf, type ResampledStatistic } from "../numerics/resampler.ts";

/**
 * Spearman's correlation within groups: Pearson's of the midranks that items have in their own group, less the group's
 * mean and divided by its size, so that a group counts as it has items. Within labels a base rate is constant, so that
 * none helps here. In [−1, 1]. A group of one adds nothing; NaN where a column varies in no group.
 * @throws RangeError on NaN, on unequal lengths and where there is not one group an item
 */
export function withinSpearman(x: ArrayLike<number>, y: ArrayLike<number>, groups: ArrayLike<ClusterKey>): number {
  return resampledWithinSpearman(x, y, groups)(new Uint32Array(x.length).fill(1));
}

/** {@link withinSpearman} as a function of how often each item was drawn, ranked as the resample ranks. */
export function resampledWithinSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  groups: ArrayLike<ClusterKey>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("withinSpearman", x, y);
  const { of } = clustersOf(first.length, groups);
  const ranked = [...Map.groupBy(of.keys(), (i) => of[i]!).values()].map((items) => {
    const ranksOf = (column: Float64Array): DenseRanks => denseRanks(Float64Array.from(items, (i) => column[i]!));
    return { items, x: ranksOf(first), y: ranksOf(second) };
  });
  return (counts) => {
    let [xx, yy, xy] = [0, 0, 0];
    for (const group of ranked) {
      const drawn = group.items.map((i) => counts[i]!);
      const total = drawn.reduce((sum, count) => sum + count, 0);
      const [ofX, ofY] = [scores(group.x, drawn, total), scores(group.y, drawn, total)];
      for (const [k, count] of drawn.entries()) {
        if (count === 0) continue;
        const [a, b] = [ofX[group.x.rank[k]!]!, ofY[group.y.rank[k]!]!];
        xx += (count * a * a) / total / total;
        yy += (count * b * b) / total / total;
        xy += (count * a * b) / total / total;
      }
    }
    return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
  };
}

/** By rank, twice the midrank less the mean: integers. */
function scores({ rank, distinct }: DenseRanks, drawn: readonly number[], total: number): Float64Array {
  const at = new Float64Array(distinct);
  for (const [k, count] of drawn.entries()) at[rank[k]!]! += count;
  let below = 0;
  return at.map((count) => {
    below += count;
    return 2 * below - count - total;
  });
}
