import { sortedRuns } from "./sorted-runs.ts";

/**
 * A column ranked by weights. In a resample, a row's weight is its own times the number of its
 * draws.
 */
export interface WeightedRanks {
  /** Writes by row twice its weighted midrank, centred: the weight of what is below it less that of what is above. */
  readonly rank: (weights: Float64Array) => Float64Array;
}

/** The column is sorted once; ranking then costs one pass. The same array is written at each call. */
export function weightedRanks(values: Float64Array): WeightedRanks {
  const { order, ends } = sortedRuns(values);
  const scores = new Float64Array(values.length);
  const rank = (weights: Float64Array): Float64Array => {
    let below = 0;
    for (let k = 0, end = 0; k < order.length; k = end) {
      end = ends?.[k] ?? k + 1;
      let tied = 0;
      for (let j = k; j < end; j++) {
        tied += weights[order[j]!]!;
      }
      for (let j = k; j < end; j++) {
        scores[order[j]!] = 2 * below + tied;
      }
      below += tied;
    }
    // The total in the order in which it was added up, so that what is all tied is exactly 0.
    for (let i = 0; i < scores.length; i++) {
      scores[i]! -= below;
    }
    return scores;
  };
  return { rank };
}
