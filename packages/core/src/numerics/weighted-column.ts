import { type RankedColumn, rankedColumn } from "./ranked-column.ts";
import { type ClusterKey, clustersOf, oncePerResample } from "./resampler.ts";
import { sortedRuns } from "./sorted-runs.ts";
import { rowWeights } from "./weights.ts";

/** How a column is ranked. */
export interface Ranking {
  /** One key for each row: rows with the same key form a group and are ranked within it. */
  readonly groups?: ArrayLike<ClusterKey> | undefined;
  /** One weight for each row; all 1 by default. */
  readonly weights?: ArrayLike<number> | undefined;
}

/**
 * A function that ranks columns of `rows` rows.
 * @throws RangeError on columns of unequal length, and on a weight that is negative or not finite
 */
export function ranker(
  rows: number,
  { groups, weights }: Ranking,
): (values: Float64Array) => RankedColumn {
  if (weights === undefined) return (values) => rankedColumn(values, groups);
  const checkedWeights = rowWeights(rows, weights);
  return (values) => weightedColumn(values, checkedWeights, groups);
}

/**
 * A column of weighted rows. The score of a row is its weighted midrank, doubled and centred: the
 * weight below it in its group minus the weight above it. With several groups, it is divided by the
 * weight drawn from the group. In a resample, the weight of a row is its own times how often it was
 * drawn.
 */
function weightedColumn(
  values: Float64Array,
  weights: Float64Array,
  keys?: ArrayLike<ClusterKey>,
): RankedColumn {
  const groups = keys ? clustersOf(values.length, keys) : { count: 1 };
  const { order, ends, starts } = sortedRuns(values, groups);
  const drawnWeights = new Float64Array(values.length);
  const column = { scores: new Float64Array(values.length), squares: 0, drawn: 0 };
  const rankGroup = (from: number, to: number): void => {
    let below = 0;
    for (let k = from, end = from; k < to; k = end) {
      end = ends?.[k] ?? k + 1;
      let tied = 0;
      for (let j = k; j < end; j++) {
        tied += drawnWeights[order[j]!]!;
      }
      for (let j = k; j < end; j++) {
        column.scores[order[j]!] = 2 * below + tied;
      }
      below += tied;
    }
    // The total is the one summed in this order, so that rows that are all tied get exactly 0.
    const divisor = groups.count > 1 && below > 0 ? below : 1;
    for (let k = from; k < to; k++) {
      const row = order[k]!;
      column.scores[row] = (column.scores[row]! - below) / divisor;
      column.squares += drawnWeights[row]! * column.scores[row]! ** 2;
      if (drawnWeights[row]! > 0) column.drawn++;
    }
  };
  const rank = oncePerResample((counts) => {
    [column.squares, column.drawn] = [0, 0];
    for (let i = 0; i < drawnWeights.length; i++) {
      drawnWeights[i] = counts[i]! * weights[i]!;
    }
    for (let group = 0; group < groups.count; group++) {
      rankGroup(starts[group]!, starts[group + 1]!);
    }
  });
  const products: RankedColumn["products"] = (other, counts, resample) => {
    rank(counts, resample);
    other.rank(counts, resample);
    let sum = 0;
    for (let i = 0; i < drawnWeights.length; i++) {
      sum += drawnWeights[i]! * column.scores[i]! * other.scores[i]!;
    }
    return sum;
  };
  return Object.assign(column, { rank, products });
}
