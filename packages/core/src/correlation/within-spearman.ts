import type { ClusterKey } from "../numerics/resampler.ts";
import { resampledWithinSpearman } from "../resampling/resampled-spearman.ts";

/**
 * Spearman's correlation within groups: Pearson's of the midranks that items have in their own
 * group, less the group's mean and divided by its size, so that a group counts as it has items.
 * Within labels a base rate is constant, so that none helps here. In [−1, 1]. A group of one adds
 * nothing; NaN where a column varies in no group.
 * @throws RangeError on NaN and on columns of unequal length
 * @example
 * withinSpearman([1, 2, 5, 6], [3, 4, 1, 2], ["PUSH", "PUSH", "PULL", "PULL"]); // → 1
 */
export function withinSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  groups: ArrayLike<ClusterKey>,
): number {
  return resampledWithinSpearman(x, y, groups)(new Uint32Array(x.length).fill(1));
}
