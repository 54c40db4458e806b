import { pairedNumbers } from "../numerics/columns.ts";
import { denseRanks, type DenseRanks } from "../numerics/dense-ranks.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";

/**
 * Spearman's correlation as a function of how often each pair was drawn. The columns are ranked once; a resample then
 * costs one pass to count and one to add up midranks and their products, in O(n), and gives what ranking the resample
 * afresh gives: twice a centred midrank is an integer, so up to 200,000 drawn pairs every sum is exact. NaN where a
 * column of the resample has no variance.
 * @throws RangeError on NaN and on unequal lengths
 */
export function resampledSpearman(x: ArrayLike<number>, y: ArrayLike<number>): ResampledStatistic {
  const [first, second] = pairedNumbers("spearman", x, y);
  const ofX = denseRanks(first);
  const ofY = denseRanks(second);
  // The pairs are walked in the order of the column with more ties, in the longest strides.
  const [walked, other] = ofX.distinct <= ofY.distinct ? [ofX, ofY] : [ofY, ofX];
  const { order } = walked;
  const rank = new Uint32Array(order.length);
  for (let k = 0; k < order.length; k++) rank[k] = other.rank[order[k]!]!;
  const drawn = new Float64Array(order.length);
  const scores = new Float64Array(other.distinct);
  const ends = walked.distinct < order.length ? groupEnds(walked) : undefined;
  return (counts) => {
    // The counts in the walked order, and their sums by the other column's ranks.
    scores.fill(0);
    let total = 0;
    for (let k = 0; k < order.length; k++) {
      const count = counts[order[k]!]!;
      drawn[k] = count;
      scores[rank[k]!]! += count;
      total += count;
    }
    const squares = countsToScores(scores, total);
    return rho(drawn, rank, scores, squares, total, ends);
  };
}

/** Where in the order each group of equal values ends. */
function groupEnds({ rank, order, distinct }: DenseRanks): Uint32Array {
  const ends = new Uint32Array(distinct);
  for (let k = 0; k < order.length; k++) ends[rank[order[k]!]!] = k + 1;
  return ends;
}

/** Counts, by ascending value, become twice the midrank less its mean; returns their squares, (N³ − Σ t³) / 3. */
function countsToScores(countsThenScores: Float64Array, total: number): number {
  let below = 0;
  let cubes = 0;
  for (let g = 0; g < countsThenScores.length; g++) {
    const count = countsThenScores[g]!;
    countsThenScores[g] = 2 * below + (count - total);
    below += count;
    cubes += count * count * count;
  }
  return (total * total * total - cubes) / 3;
}

/** Pairs up to each of `ends` share a midrank; without, each is a group, in a loop that takes a quarter less time. */
function rho(
  drawn: Float64Array,
  rank: Uint32Array,
  scores: Float64Array,
  squares: number,
  total: number,
  ends: Uint32Array | undefined,
): number {
  let below = 0;
  let cubes = 0;
  let products = 0;
  if (ends === undefined) {
    for (let k = 0; k < rank.length; k++) {
      const count = drawn[k]!;
      products += count * (2 * below + (count - total)) * scores[rank[k]!]!;
      below += count;
      cubes += count * count * count;
    }
  } else {
    for (let g = 0, k = 0; g < ends.length; g++) {
      let count = 0;
      let sum = 0;
      for (const end = ends[g]!; k < end; k++) {
        count += drawn[k]!;
        sum += drawn[k]! * scores[rank[k]!]!;
      }
      products += sum * (2 * below + (count - total));
      below += count;
      cubes += count * count * count;
    }
  }
  return products / Math.sqrt(((total * total * total - cubes) / 3) * squares);
}
