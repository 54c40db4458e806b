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
  const { of, count } = clustersOf(first.length, groups);
  const [ofX, ofY] = [ranksByGroup(first, of), ranksByGroup(second, of)];
  const [scoreX, scoreY] = [new Float64Array(ofX.distinct), new Float64Array(ofY.distinct)];
  const totals = new Float64Array(count);
  return (counts) => {
    totals.fill(0);
    for (let i = 0; i < of.length; i++) totals[of[i]!]! += counts[i]!;
    toScores(ofX, counts, totals, scoreX);
    toScores(ofY, counts, totals, scoreY);
    let [xx, yy, xy] = [0, 0, 0];
    for (let i = 0; i < of.length; i++) {
      if (counts[i] === 0) continue;
      const weight = counts[i]! / totals[of[i]!]! / totals[of[i]!]!;
      const [a, b] = [scoreX[ofX.rank[i]!]!, scoreY[ofY.rank[i]!]!];
      xx += weight * a * a;
      yy += weight * b * b;
      xy += weight * a * b;
    }
    return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
  };
}

interface GroupRanks extends Pick<DenseRanks, "rank" | "distinct"> {
  /** The group of each rank. */
  readonly groups: Uint32Array;
}

/** Ranks of which those of one group stand together, in the order of its values. */
function ranksByGroup(values: Float64Array, of: Uint32Array): GroupRanks {
  const { rank, distinct } = denseRanks(values);
  const joint = denseRanks(Float64Array.from(rank, (own, i) => of[i]! * distinct + own));
  const groups = new Uint32Array(joint.distinct);
  for (let i = 0; i < of.length; i++) groups[joint.rank[i]!] = of[i]!;
  return { ...joint, groups };
}

/** By rank, twice the midrank in its group less the group's mean: integers. */
function toScores({ rank, groups }: GroupRanks, counts: Uint32Array, totals: Float64Array, scores: Float64Array): void {
  scores.fill(0);
  for (let i = 0; i < rank.length; i++) scores[rank[i]!]! += counts[i]!;
  let below = 0;
  for (let r = 0; r < scores.length; r++) {
    if (r > 0 && groups[r] !== groups[r - 1]) below = 0;
    const count = scores[r]!;
    scores[r] = 2 * below + count - totals[groups[r]!]!;
    below += count;
  }
}
