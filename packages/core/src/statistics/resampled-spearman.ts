import { pairedNumbers } from "../numerics/columns.ts";
import { type ClusterKey, clustersOf, type ResampledStatistic } from "../numerics/resampler.ts";
import { sortedRuns, type SortedRuns } from "../numerics/sorted-runs.ts";

/**
 * Spearman's correlation as a function of how often each pair was drawn. The columns are sorted once; a resample then
 * costs a pass over each to add up midranks and their products, in O(n), and gives what ranking the resample afresh
 * gives: twice a centred midrank is an integer, so up to 200,000 drawn pairs every sum is exact. NaN where a column of
 * the resample has no variance.
 * @throws RangeError on NaN and on unequal lengths
 */
export function resampledSpearman(x: ArrayLike<number>, y: ArrayLike<number>): ResampledStatistic {
  const [first, second] = pairedNumbers("spearman", x, y);
  return rankCorrelation(sortedRuns(first), sortedRuns(second));
}

/** {@link withinSpearman} as a function of how often each item was drawn, ranked as the resample ranks. */
export function resampledWithinSpearman(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  groups: ArrayLike<ClusterKey>,
): ResampledStatistic {
  const [first, second] = pairedNumbers("withinSpearman", x, y);
  const clusters = clustersOf(first.length, groups);
  const statistic = rankCorrelation(sortedRuns(first, clusters), sortedRuns(second, clusters));
  return (counts) => Math.max(-1, Math.min(1, statistic(counts)));
}

/** Pearson's correlation of the midranks in their group, less the group's mean and, of several, divided by its size. */
function rankCorrelation(x: SortedRuns, y: SortedRuns): ResampledStatistic {
  const groups = x.starts.length - 1;
  const scores = new Float64Array(x.order.length);
  const sums = new Float64Array(2);
  return (counts) => {
    let [xx, yy, xy] = [0, 0, 0];
    for (let g = 0; g < groups; g++) {
      const [from, to] = [x.starts[g]!, x.starts[g + 1]!];
      let total = 0;
      for (let k = from; k < to; k++) total += counts[x.order[k]!]!;
      if (total < 2) continue;
      const weight = groups === 1 ? 1 : 1 / total / total;
      yy += weight * score(y, counts, from, to, total, scores);
      multiply(x, counts, from, to, total, scores, sums);
      xx += weight * sums[0]!;
      xy += weight * sums[1]!;
    }
    return xy / Math.sqrt(xx * yy);
  };
}

/** By item, its count times twice its centred midrank within the stretch; returns their squares, (N³ − Σ t³) / 3. */
function score(
  { order, ends }: SortedRuns,
  counts: Uint32Array,
  from: number,
  to: number,
  total: number,
  scores: Float64Array,
): number {
  let below = -total;
  let cubes = 0;
  if (ends === undefined) {
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      const count = counts[i]!;
      scores[i] = count * (below + count);
      below += 2 * count;
      cubes += count * count * count;
    }
  } else {
    for (let k = from; k < to;) {
      const end = ends[k]!;
      let count = 0;
      for (let j = k; j < end; j++) count += counts[order[j]!]!;
      for (; k < end; k++) scores[order[k]!] = counts[order[k]!]! * (below + count);
      below += 2 * count;
      cubes += count * count * count;
    }
  }
  return (total * total * total - cubes) / 3;
}

function multiply(
  { order, ends }: SortedRuns,
  counts: Uint32Array,
  from: number,
  to: number,
  total: number,
  scores: Float64Array,
  sums: Float64Array,
): void {
  let below = -total;
  let cubes = 0;
  let products = 0;
  if (ends === undefined) {
    for (let k = from; k < to; k++) {
      const i = order[k]!;
      const count = counts[i]!;
      products += scores[i]! * (below + count);
      below += 2 * count;
      cubes += count * count * count;
    }
  } else {
    for (let k = from; k < to;) {
      const end = ends[k]!;
      let count = 0;
      let sum = 0;
      for (; k < end; k++) {
        count += counts[order[k]!]!;
        sum += scores[order[k]!]!;
      }
      products += sum * (below + count);
      below += 2 * count;
      cubes += count * count * count;
    }
  }
  sums[0] = (total * total * total - cubes) / 3;
  sums[1] = products;
}
