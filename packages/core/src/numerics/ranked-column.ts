import { type ClusterKey, clustersOf } from "./resampler.ts";
import { sortedRuns } from "./sorted-runs.ts";

/** A column that is ranked once for each resample, however many statistics need its ranks. */
export interface RankedColumn {
  /** Ranks the items, each as often as it was drawn; not repeated for the same resample number. */
  readonly rank: (counts: Uint32Array, resample?: number) => void;
  /**
   * The sum, over the drawn items, of the products of the column's scores and others; ranks first
   * if needed.
   */
  readonly products: (others: Float64Array, counts: Uint32Array, resample?: number) => number;
  /**
   * For each item twice its midrank, from 0; with several groups centred, and divided by the number
   * drawn in its group.
   */
  readonly scores: Float64Array;
  /**
   * The correction for centring in a sum of products of two columns' scores: 0 if they are already
   * centred.
   */
  readonly offset: number;
  /** The sum of the squared centred scores over the drawn items. */
  readonly squares: number;
  /** The number of items drawn. */
  readonly drawn: number;
}

/**
 * The column is sorted once; ranking a resample then costs passes over it, in O(n).
 * @param places The items that are ranked, ascending; the others are as if never drawn. All if not
 * given.
 * @param keys One key an item: items that share one are a group, and ranked within it.
 * @throws RangeError on NaN among what is ranked, and where there is not one key an item
 */
export function rankedColumn(
  values: Float64Array,
  places?: Uint32Array,
  keys?: ArrayLike<ClusterKey>,
): RankedColumn {
  const keptValues = places ? Float64Array.from(places, (i) => values[i]!) : values;
  const groups = keys
    ? clustersOf(keptValues.length, places ? Array.from(places, (i) => keys[i]!) : keys)
    : { count: 1 };
  if (keptValues.includes(Number.NaN))
    throw new RangeError("ranks are of numbers: leave out the places of NaN");
  const { order, ends, starts } = sortedRuns(keptValues, groups);
  const items = places ? order.map((k) => places[k]!) : order;
  const column = { scores: new Float64Array(values.length), offset: 0, squares: 0, drawn: 0 };
  const ranking = ends
    ? rankingByRun(items, { ends, starts }, column)
    : rankingByItem(items, starts, column);
  let last: number | undefined;
  const rank: RankedColumn["rank"] = (counts, resample) => {
    if (resample !== undefined && resample === last) return;
    last = resample;
    ranking.rank(counts);
  };
  const products: RankedColumn["products"] = (others, counts, resample) => {
    if (ranking.products && groups.count === 1) return ranking.products(others, counts);
    rank(counts, resample);
    return multiply(column.scores, others, counts);
  };
  return Object.assign(column, { rank, products });
}

/** The part of a column that a resample changes. */
interface Ranked {
  readonly scores: Float64Array;
  offset: number;
  squares: number;
  drawn: number;
}

/** How a column is ranked: with `products`, also without writing its own scores to each item. */
interface Ranking {
  readonly rank: (counts: Uint32Array) => void;
  readonly products?: (others: Float64Array, counts: Uint32Array) => number;
}

function rankingByItem(items: Uint32Array, starts: Uint32Array, column: Ranked): Ranking {
  return {
    rank: (counts) => rankGroups(items, starts, { drawn: counts, scores: column.scores }, column),
  };
}

/**
 * Tied items are counted by run, in passes over all items in their own order: these have no branch
 * on the length of the next run, which is unpredictable.
 */
function rankingByRun(
  items: Uint32Array,
  { ends, starts }: { readonly ends: Uint32Array; readonly starts: Uint32Array },
  column: Ranked,
): Ranking {
  const runStarts = new Uint32Array(starts.length);
  const runOf = new Uint32Array(column.scores.length);
  let run = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    for (let k = starts[g]!; k < starts[g + 1]!; run++)
      for (const end = ends[k]!; k < end; k++) {
        runOf[items[k]!] = run + 1;
      }
    runStarts[g + 1] = run;
  }
  // Items at no place are a run of their own, which is never ranked.
  for (let i = 0; i < runOf.length; i++) {
    runOf[i] = runOf[i] === 0 ? run : runOf[i]! - 1;
  }
  const runs: Runs = {
    of: runOf,
    drawn: new Uint32Array(run + 1),
    scores: new Float64Array(run + 1),
    others: new Float64Array(run + 1),
  };
  const inOrder = upTo(run);
  return {
    rank(counts) {
      countRuns(runs, counts);
      rankGroups(inOrder, runStarts, runs, column);
      spreadRuns(runs, column.scores);
    },
    products(others, counts) {
      sumRuns(runs, counts, others);
      return multiplyRuns(runs, run, column);
    },
  };
}

/** The runs of equal values, and what a resample draws of each. */
interface Runs {
  /** The run of each item. */
  readonly of: Uint32Array;
  readonly drawn: Uint32Array;
  readonly scores: Float64Array;
  /** The sum of others' scores of the drawn items. */
  readonly others: Float64Array;
}

const upTo = (end: number): Uint32Array<ArrayBuffer> => new Uint32Array(end).map((_, i) => i);

// The loops are separate functions, since a closure reads its variables more slowly than a function
// its arguments.

function countRuns({ of, drawn }: Runs, counts: Uint32Array): void {
  drawn.fill(0);
  for (let i = 0; i < of.length; i++) {
    drawn[of[i]!]! += counts[i]!;
  }
}

/** Sums, by run, the number drawn and the others' scores of the drawn items. */
function sumRuns(
  { of, drawn, others: sums }: Runs,
  counts: Uint32Array,
  others: Float64Array,
): void {
  drawn.fill(0);
  sums.fill(0);
  for (let i = 0; i < of.length; i++) {
    const run = of[i]!;
    const count = counts[i]! | 0;
    drawn[run]! += count;
    sums[run]! += count * others[i]!;
  }
}

function spreadRuns({ of, scores: ofRuns }: Runs, scores: Float64Array): void {
  for (let i = 0; i < of.length; i++) {
    scores[i] = ofRuns[of[i]!]!;
  }
}

/**
 * Ranks the runs of a single group, and multiplies their scores with the others in the same pass.
 */
function multiplyRuns({ drawn, others }: Runs, runs: number, column: Ranked): number {
  let below = 0;
  let eighths = 0;
  let products = 0;
  for (let run = 0; run < runs; run++) {
    const count = drawn[run]! | 0;
    products += ((below + count) | 0) * others[run]!;
    below = (below + 2 * count) | 0;
    const half = count / 2;
    eighths += half * half * half;
  }
  column.drawn = below / 2;
  column.offset = column.drawn ** 3;
  column.squares = (column.offset - 8 * eighths) / 3;
  return products;
}

function multiply(x: Float64Array, y: Float64Array, counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += (counts[i]! | 0) * x[i]! * y[i]!;
  }
  return sum;
}

function rankGroups(
  order: Uint32Array,
  starts: Uint32Array,
  { drawn, scores }: { readonly drawn: Uint32Array; readonly scores: Float64Array },
  column: Ranked,
): void {
  const single = starts.length === 2;
  [column.squares, column.drawn] = [0, 0];
  for (let g = 0; g + 1 < starts.length; g++) {
    rankGroup(order, starts[g]!, starts[g + 1]!, drawn, scores, column, !single);
  }
  if (single) column.offset = column.drawn ** 3;
}

/** Ranks a group; the sum of its squares is (N³ − Σ t³) / 3. */
function rankGroup(
  order: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
  scores: Float64Array,
  sums: { squares: number; drawn: number },
  weighted: boolean,
): void {
  let total = 0;
  // With a single group the total is known at the end, which saves a pass.
  for (let k = from; weighted && k < to; k++) {
    total = (total + counts[order[k]!]!) | 0;
  }
  let weight = 1;
  if (weighted) weight = total > 1 ? 1 / total : 0;
  let below = -total | 0;
  let eighths = 0;
  for (let k = from; k < to; k++) {
    const i = order[k]!;
    const count = counts[i]! | 0;
    scores[i] = weight * ((below + count) | 0);
    below = (below + 2 * count) | 0;
    const half = count / 2; // a fraction, which V8 need not check for overflow
    eighths += half * half * half;
  }
  total ||= below / 2;
  sums.squares += (weight * weight * (total * total * total - 8 * eighths)) / 3;
  sums.drawn += total;
}
