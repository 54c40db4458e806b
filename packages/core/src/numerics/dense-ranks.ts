import { sortOrder } from "./sort-order.ts";

/** Ranks without gaps: equal values share one, the next larger value has the next. */
export interface DenseRanks {
  /** The rank of each value, from 0. */
  readonly rank: Uint32Array;
  /** How many different values there are. */
  readonly distinct: number;
  /** The indices of the values in ascending order. */
  readonly order: Uint32Array;
}

/** Of values without NaN: all that stays the same in a resample, where only the counts change. */
export function denseRanks(values: Float64Array): DenseRanks {
  const order = sortOrder(values);
  const rank = new Uint32Array(values.length);
  let group = -1;
  let previous = Number.NaN;
  for (let k = 0; k < order.length; k++) {
    const i = order[k]!;
    const value = values[i]!;
    if (value !== previous) group++;
    rank[i] = group;
    previous = value;
  }
  return { rank, distinct: group + 1, order };
}
