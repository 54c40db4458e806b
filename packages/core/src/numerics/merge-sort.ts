/** Runs this short are sorted by insertion before they are merged. */
const RUN = 8;

/** Sorts indices in place by their values, ascending and stable, without calling a comparator; no NaN. */
export function mergeSort(values: Float64Array, order: Uint32Array): void {
  const n = order.length;
  for (let start = 0; start < n; start += RUN) insertionSort(values, order, start, Math.min(start + RUN, n));
  if (n <= RUN) return;
  let from = order;
  let to = new Uint32Array(n);
  for (let width = RUN; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) {
      merge(values, from, to, start, Math.min(start + width, n), Math.min(start + 2 * width, n));
    }
    [from, to] = [to, from as Uint32Array<ArrayBuffer>];
  }
  if (from !== order) order.set(from);
}

/** The same for the short stretch of indices [start, end). */
export function insertionSort(values: Float64Array, order: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const index = order[i]!;
    const value = values[index]!;
    let j = i - 1;
    while (j >= start && values[order[j]!]! > value) {
      order[j + 1] = order[j]!;
      j--;
    }
    order[j + 1] = index;
  }
}

/** Merges the sorted stretches [start, middle) and [middle, end) of one array into another. */
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
  let k = start;
  while (left < middle && right < end) {
    to[k++] = values[from[left]!]! <= values[from[right]!]! ? from[left++]! : from[right++]!;
  }
  while (left < middle) to[k++] = from[left++]!;
  while (right < end) to[k++] = from[right++]!;
}
