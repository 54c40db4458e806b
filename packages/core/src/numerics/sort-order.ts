import { mergeSort } from "./merge-sort.ts";
import { radixOrder } from "./radix-order.ts";

/** Where the two sorts took equally long, measured on n = 500 … 20,000. */
const RADIX_FROM = 1500;

/** The indices of the values in ascending order, equal values in their original order; no NaN, and −0 equals 0. */
export function sortOrder(values: Float64Array): Uint32Array {
  if (values.length >= RADIX_FROM) return radixOrder(values);
  const order = new Uint32Array(values.length).map((_, i) => i);
  mergeSort(values, order);
  return order;
}
