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
  const kept = places ?? upTo(values.length);
  const keptValues = places ? Float64Array.from(places, (i) => values[i]!) : values;
  const keyed =
    keys && clustersOf(keptValues.length, places ? Array.from(places, (i) => keys[i]!) : keys);
  const groups = keyed ?? { count: 1 };
  if (keptValues.includes(Number.NaN))
    throw new RangeError("ranks are of numbers: leave out the places of NaN");
  const { order, ends, starts } = sortedRuns(keptValues, groups);
  // Tied items are counted by run, in passes without a branch, since the length of the next run is
  // unpredictable.
  const runOf = ends && new Uint32Array(kept.length);
  const runStarts = starts.slice();
  for (let g = 0; runOf && g < groups.count; g++) {
    let run = runStarts[g]!;
    for (let k = starts[g]!; k < starts[g + 1]!; run++)
      for (const end = ends[k]!; k < end; k++) {
        runOf[order[k]!] = run;
      }
    runStarts[g + 1] = run;
  }
  const runs = runOf ? runStarts[groups.count]! : 0;
  const ofRun = {
    counts: new Uint32Array(runs),
    scores: new Float64Array(runs),
    others: new Float64Array(runs),
  };
  const once = new Uint32Array(runs).fill(1);
  const placesInOrder = () => (places ? order.map((k) => places[k]!) : order);
  const sorted = runOf ? upTo(runs) : placesInOrder();
  const scores = new Float64Array(values.length);
  const column = { scores, offset: 0, squares: 0, drawn: 0 };
  let last: number | undefined;
  const rankGroups = (drawn: { counts: Uint32Array; scores: Float64Array }): void => {
    [column.squares, column.drawn] = [0, 0];
    for (let g = 0; g < groups.count; g++) {
      rankGroup(
        sorted,
        runStarts[g]!,
        runStarts[g + 1]!,
        drawn.counts,
        drawn.scores,
        column,
        groups.count > 1,
      );
    }
    if (groups.count === 1) column.offset = column.drawn ** 3;
  };
  const rank: RankedColumn["rank"] = (counts, resample) => {
    if (resample !== undefined && resample === last) return;
    last = resample;
    if (runOf) countRuns(kept, runOf, counts, ofRun.counts.fill(0));
    rankGroups(runOf ? ofRun : { counts, scores });
    if (runOf) spreadRuns(kept, runOf, ofRun.scores, scores);
  };
  const products: RankedColumn["products"] = (others, counts, resample) => {
    if (runOf && groups.count === 1) {
      // For tied items the others' scores are summed, so their own need not be written to each.
      sumRuns(kept, runOf, counts, others, ofRun);
      rankGroups(ofRun);
      return multiply(ofRun.scores, ofRun.others, once);
    }
    rank(counts, resample);
    return multiply(scores, others, counts);
  };
  return Object.assign(column, { rank, products });
}

const upTo = (end: number): Uint32Array<ArrayBuffer> => new Uint32Array(end).map((_, i) => i);

// The loops are separate functions, since a closure reads its variables more slowly than a function
// its arguments.

function countRuns(
  kept: Uint32Array,
  runOf: Uint32Array,
  counts: Uint32Array,
  drawn: Uint32Array,
): void {
  for (let k = 0; k < kept.length; k++) {
    drawn[runOf[k]!]! += counts[kept[k]!]!;
  }
}

/** Sums, by run, the number drawn and the others' scores of the drawn items. */
function sumRuns(
  kept: Uint32Array,
  runOf: Uint32Array,
  counts: Uint32Array,
  others: Float64Array,
  ofRun: { counts: Uint32Array; others: Float64Array },
): void {
  const drawn = ofRun.counts.fill(0);
  const sums = ofRun.others.fill(0);
  for (let k = 0; k < kept.length; k++) {
    const count = counts[kept[k]!]! | 0;
    drawn[runOf[k]!]! += count;
    sums[runOf[k]!]! += count * others[kept[k]!]!;
  }
}

function multiply(x: Float64Array, y: Float64Array, counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += (counts[i]! | 0) * x[i]! * y[i]!;
  }
  return sum;
}

function spreadRuns(
  kept: Uint32Array,
  runOf: Uint32Array,
  ofRun: Float64Array,
  scores: Float64Array,
): void {
  for (let k = 0; k < kept.length; k++) {
    scores[kept[k]!] = ofRun[runOf[k]!]!;
  }
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
