import type { FrameKeys } from "../frame/frame.ts";
import { textOrder } from "../frame/text-order.ts";
import type { ClusterKey, Clusters, ResampledStatistic } from "../numerics/resampler.ts";
import type { ResamplingUnit } from "../repeats/resampling-unit.ts";
import { type ReplicatedStatistic, replicated } from "../resampling/bootstrap.ts";

export interface Resampling {
  readonly seed: string;
  readonly replicates: number;
}

/** The number in every scorecard: 2,000 replicates give a standard error to within 1.6 %. */
export const RESAMPLING: Resampling = { seed: "1", replicates: 2000 };

/**
 * The replicates of statistics of a frame's pairs, by resampling units whole. Units are drawn in the
 * order of the pairs' texts, so that the same pairs have the same resamples in every frame.
 *
 * @example
 * import { frameBuilder } from "@promptnce/core/frame";
 * import { resampledMean, standardError } from "@promptnce/core/resampling";
 * const builder = frameBuilder([]);
 * for (const y of ["dog", "sun", "tea", "ink"]) builder.add({ x: "cat", y, estimates: [] });
 * const { keys } = builder.build();
 * const resampling = { seed: "1", replicates: 500 };
 * const [mean] = frameReplicates(keys, frameUnit(keys), [resampledMean([1, 0, 1, 1])], resampling);
 * mean.value; // → 0.75
 */
export function frameReplicates(
  keys: FrameKeys,
  unit: ResamplingUnit,
  statistics: readonly ResampledStatistic[],
  resampling: Resampling,
): ReplicatedStatistic[] {
  return replicated(statistics, keys.x.length, { ...resampling, clusters: drawn(keys, unit) });
}

/** The units as clusters that are numbered in the order of texts. */
function drawn(keys: FrameKeys, { clusters }: ResamplingUnit) {
  const order = textOrder(keys);
  if (order === undefined) return clusters;
  const numbers = new Map<ClusterKey, number>();
  const of = new Uint32Array(order.length);
  for (const place of order) {
    const key = clusters ? clusters[place]! : place;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    of[place] = number;
  }
  return { of, count: numbers.size } satisfies Clusters;
}
