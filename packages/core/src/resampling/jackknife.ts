import {
  type ClusterKey,
  clustersOf,
  type ResampledStatistic,
  spreadCounts,
} from "../numerics/resampler.ts";

/**
 * The statistic with each item left out once, or each cluster where keys are given, in the order of
 * first appearance. NaN where what is left has no answer. One evaluation an item: in large samples
 * dearer than the bootstrap itself.
 * @throws RangeError where there is not one key an item
 */
export function jackknife(
  statistic: ResampledStatistic,
  items: number,
  keys?: ArrayLike<ClusterKey>,
): Float64Array {
  const clusters = clustersOf(items, keys);
  const kept = new Uint32Array(clusters.count).fill(1);
  const counts = new Uint32Array(items);
  return Float64Array.from(kept, (_, left) => {
    kept[left] = 0;
    spreadCounts(clusters, kept, counts);
    kept[left] = 1;
    return statistic(counts);
  });
}
