import { sortOrder } from "./sort-order.ts";

/** A column in ascending order, group by group: the part that is the same in all resamples. */
export interface SortedRuns {
  /** The indices of the values. */
  readonly order: Uint32Array;
  /**
   * The place where a run of equal values ends, by the place in the order where it starts; absent
   * if no two values are equal.
   */
  readonly ends: Uint32Array | undefined;
  /** The place in the order where each group starts and, last, where the last one ends. */
  readonly starts: Uint32Array;
}

/** The sorted runs of values without NaN, each in one of `count` groups; by default all in one. */
export function sortedRuns(
  values: Float64Array,
  { of, count }: { readonly of?: Uint32Array; readonly count: number } = { count: 1 },
): SortedRuns {
  const starts = new Uint32Array(count + 1);
  let order = sortOrder(values);
  if (of === undefined) starts[1] = order.length;
  else {
    // A counting sort, which keeps each group's values in their order.
    for (const group of of) {
      starts[group + 1]!++;
    }
    for (let g = 0; g < count; g++) {
      starts[g + 1]! += starts[g]!;
    }
    const next = starts.slice();
    const grouped = new Uint32Array(order.length);
    for (const i of order) {
      grouped[next[of[i]!]!++] = i;
    }
    order = grouped;
  }
  const ends = new Uint32Array(order.length);
  let runs = 0;
  for (let g = 0; g < count; g++) {
    for (let k = starts[g]!, end = k; k < starts[g + 1]!; k = end, runs++) {
      const value = values[order[k]!];
      while (end < starts[g + 1]! && values[order[end]!] === value) {
        end++;
      }
      ends[k] = end;
    }
  }
  return { order, ends: runs < order.length ? ends : undefined, starts };
}
