import { upTo } from "./columns.ts";
import { type ClusterKey, clustersOf, oncePerResample } from "./resampler.ts";
import { sortedRuns } from "./sorted-runs.ts";

/** A column that is ranked once in each resample, however many statistics need its ranks. */
export interface RankedColumn {
  /** Ranks the items, each as often as it was drawn; not repeated for the same resample number. */
  readonly rank: (counts: Uint32Array, resample?: number) => void;
  /** The score of each item, after `rank`. */
  readonly scores: Float64Array;
  /**
   * The sum over the drawn items of the products of the centred scores of two columns with the same
   * groups. The other column is ranked if necessary. A score is twice a midrank; with
   * several groups, the sum of each is divided by the squared number drawn from it.
   */
  readonly products: (other: RankedColumn, counts: Uint32Array, resample?: number) => number;
  /** The same sum of the squared centred scores, after `rank` or `products`. */
  readonly squares: number;
  /** The number of items drawn, after `rank` or `products`. */
  readonly drawn: number;
}

/**
 * The column as a ranked one. It is sorted once; ranking a resample then takes passes over it, in
 * O(n).
 * @param keys One key for each item: items with the same key form a group and are ranked within it.
 * @throws RangeError on NaN, and unless there is one key for each item
 * @example
 * import { bootstrap, rankCorrelation } from "@promptnce/core/resampling";
 * const [x, y] = [
 *   [1, 2, 3, 4],
 *   [2, 1, 4, 3],
 * ].map((values) => rankedColumn(Float64Array.from(values)));
 * bootstrap([rankCorrelation(x, y)], 4, { replicates: 100, seed: "1" })[0].length; // → 100
 */
export function rankedColumn(values: Float64Array, keys?: ArrayLike<ClusterKey>): RankedColumn {
  const groups = keys ? clustersOf(values.length, keys) : { count: 1 };
  if (values.includes(Number.NaN))
    throw new RangeError("ranks are of numbers: leave out the items that are NaN");
  const { order, ends, starts } = sortedRuns(values, groups);
  const column = { scores: new Float64Array(values.length), squares: 0, drawn: 0 };
  const ranking = ends
    ? rankingByRun(order, { ends, starts }, column)
    : rankingByItem(order, starts, column);
  const rank = oncePerResample(ranking.rank);
  const products: RankedColumn["products"] = (other, counts, resample) => {
    other.rank(counts, resample);
    return ranking.products(other.scores, counts);
  };
  return Object.assign(column, { rank, products });
}

/** The part of a column that a resample changes. */
interface RankParts {
  readonly scores: Float64Array;
  squares: number;
  drawn: number;
}

/** How a column is ranked: into its scores, or only to multiply its scores by those of another. */
interface Ranking {
  readonly rank: (counts: Uint32Array) => void;
  readonly products: (others: Float64Array, counts: Uint32Array) => number;
}

function rankingByItem(items: Uint32Array, starts: Uint32Array, column: RankParts): Ranking {
  const groups = starts.length - 1;
  return {
    rank(counts) {
      resetSums(column);
      for (let g = 0; g < groups; g++) {
        rankGroup(items, starts[g]!, starts[g + 1]!, counts, column.scores, groups, column);
      }
    },
    products(others, counts) {
      resetSums(column);
      let sum = 0;
      for (let g = 0; g < groups; g++) {
        sum += multiplyItems(items, starts[g]!, starts[g + 1]!, counts, others, groups, column);
      }
      return sum;
    },
  };
}

/**
 * Counts tied items by run, in passes over all items in their own order: these have no branch on
 * the length of the next run, which is unpredictable.
 */
function rankingByRun(
  items: Uint32Array,
  { ends, starts }: { readonly ends: Uint32Array; readonly starts: Uint32Array },
  column: RankParts,
): Ranking {
  const groups = starts.length - 1;
  const runStarts = new Uint32Array(starts.length);
  const runOf = new Uint32Array(column.scores.length);
  let run = 0;
  for (let g = 0; g < groups; g++) {
    for (let k = starts[g]!; k < starts[g + 1]!; run++)
      for (const end = ends[k]!; k < end; k++) {
        runOf[items[k]!] = run;
      }
    runStarts[g + 1] = run;
  }
  const runs: Runs = {
    of: runOf,
    drawn: new Uint32Array(run),
    sums: new Float64Array(run),
  };
  const inOrder = upTo(run);
  return {
    rank(counts) {
      resetSums(column);
      countRuns(runs, counts);
      for (let g = 0; g < groups; g++) {
        rankGroup(inOrder, runStarts[g]!, runStarts[g + 1]!, runs.drawn, runs.sums, groups, column);
      }
      spreadRuns(runs, column.scores);
    },
    products(others, counts) {
      resetSums(column);
      sumRuns(runs, counts, others);
      let sum = 0;
      for (let g = 0; g < groups; g++) {
        sum += multiplyRuns(runs, runStarts[g]!, runStarts[g + 1]!, groups, column);
      }
      return sum;
    },
  };
}

/** The runs of equal values, and the number of items of each that a resample draws. */
interface Runs {
  /** The run of each item. */
  readonly of: Uint32Array;
  readonly drawn: Uint32Array;
  /** The score of each run, or the sum of the other column's scores over its drawn items. */
  readonly sums: Float64Array;
}

function resetSums(column: RankParts): void {
  column.squares = 0;
  column.drawn = 0;
}

// The loops are separate functions, since a closure reads its variables more slowly than a function
// its arguments.

function countRuns({ of, drawn }: Runs, counts: Uint32Array): void {
  drawn.fill(0);
  for (let i = 0; i < of.length; i++) {
    drawn[of[i]!]! += counts[i]!;
  }
}

/** Sums by run the number drawn and the other column's scores of the drawn items. */
function sumRuns({ of, drawn, sums }: Runs, counts: Uint32Array, others: Float64Array): void {
  drawn.fill(0);
  sums.fill(0);
  for (let i = 0; i < of.length; i++) {
    const run = of[i]!;
    const count = counts[i]! | 0;
    drawn[run]! += count;
    sums[run]! += count * others[i]!;
  }
}

function spreadRuns({ of, sums: ofRuns }: Runs, scores: Float64Array): void {
  for (let i = 0; i < of.length; i++) {
    scores[i] = ofRuns[of[i]!]!;
  }
}

/** Ranks the items of a group, or its runs. */
function rankGroup(
  order: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
  scores: Float64Array,
  groups: number,
  column: RankParts,
): void {
  let below = 0;
  let eighths = 0;
  for (let k = from | 0; k < (to | 0); k++) {
    const i = order[k]!;
    const count = counts[i]! | 0;
    scores[i] = (below + count) | 0;
    below = (below + 2 * count) | 0;
    const half = count / 2; // a fraction, which V8 need not check for overflow
    eighths += half * half * half;
  }
  addGroup(below / 2, eighths, 0, groups, column);
}

/**
 * Ranks the items of a group and multiplies their scores by the other column's in the same pass.
 */
function multiplyItems(
  order: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
  others: Float64Array,
  groups: number,
  column: RankParts,
): number {
  let below = 0;
  let eighths = 0;
  let halves = 0;
  for (let k = from | 0; k < (to | 0); k++) {
    const i = order[k]!;
    const count = counts[i]! | 0;
    const half = count / 2;
    halves += half * ((below + count) | 0) * others[i]!;
    below = (below + 2 * count) | 0;
    eighths += half * half * half;
  }
  return addGroup(below / 2, eighths, 2 * halves, groups, column);
}

/** The same for the runs of a group. */
function multiplyRuns(
  { drawn, sums }: Runs,
  from: number,
  to: number,
  groups: number,
  column: RankParts,
): number {
  let below = 0;
  let eighths = 0;
  let products = 0;
  for (let run = from | 0; run < (to | 0); run++) {
    const count = drawn[run]! | 0;
    const half = count / 2;
    products += ((below + count) | 0) * sums[run]!;
    below = (below + 2 * count) | 0;
    eighths += half * half * half;
  }
  return addGroup(below / 2, eighths, products, groups, column);
}

/**
 * Adds a group to the sums of its column, and returns its sum of centred products. If N items were
 * drawn, the scores add up to N², so centring subtracts N³ from the sum of products; the sum of
 * centred squares is (N³ − Σ t³) / 3.
 */
function addGroup(
  drawn: number,
  eighths: number,
  products: number,
  groups: number,
  column: RankParts,
): number {
  const cube = drawn * drawn * drawn;
  const divisor = groups > 1 && drawn > 0 ? drawn * drawn : 1;
  column.squares += (cube - 8 * eighths) / 3 / divisor;
  column.drawn += drawn;
  return (products - cube) / divisor;
}
