import { radixOrder } from "./radix-order.ts";

/** Measured on n = 2,000 … 20,000: below this the radix sort's histograms cost more than they save. */
const RADIX_FROM = 6000;

/** Runs this short are sorted by insertion before they are merged. */
const RUN = 8;

/**
 * The indices of the values in ascending order, equal values in their original order.
 * The values must hold no NaN; −∞ comes first and −0 equals 0.
 */
export function sortOrder(values: Float64Array): Uint32Array {
  return values.length < RADIX_FROM ? mergeOrder(values) : radixOrder(values);
}

/** Bottom-up merge sort of indices: no comparator is called, nothing is allocated per level. */
function mergeOrder(values: Float64Array): Uint32Array {
  const n = values.length;
  let from = insertionRuns(values);
  let to = new Uint32Array(n);
  for (let width = RUN; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      merge(values, from, to, start, Math.min(start + width, n), Math.min(start + 2 * width, n));
    }
    [from, to] = [to, from];
  }
  return from;
}

function insertionRuns(values: Float64Array): Uint32Array<ArrayBuffer> {
  const n = values.length;
  const order = new Uint32Array(n);
  for (let start = 0; start < n; start += RUN) {
    const end = Math.min(start + RUN, n);
    for (let i = start; i < end; i++) {
      const value = values[i]!;
      let j = i - 1;
      while (j >= start && values[order[j]!]! > value) {
        order[j + 1] = order[j]!;
        j--;
      }
      order[j + 1] = i;
    }
  }
  return order;
}

/** Merges the sorted runs [start, middle) and [middle, end) of one array into another. */
function merge(
  values: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  for (let k = start; k < end; k++) {
    const takeLeft =
      right >= end || (left < middle && values[from[left]!]! <= values[from[right]!]!);
    to[k] = takeLeft ? from[left++]! : from[right++]!;
  }
}
