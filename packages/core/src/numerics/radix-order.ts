import { insertionSort, mergeSort } from "./merge-sort.ts";

/**
 * As {@link sortOrder}, by a radix sort on the upper half of each double's bits (sign, exponent and 20 bits of the
 * fraction) in three stable passes of 11 bits; the few values that agree in those are sorted among themselves.
 */
export function radixOrder(values: Float64Array): Uint32Array {
  const n = values.length;
  let from: Keyed = { keys: upperHalves(values), order: new Uint32Array(n) };
  for (let i = 0; i < n; i++) from.order[i] = i;
  let to: Keyed = { keys: new Uint32Array(n), order: new Uint32Array(n) };
  for (let shift = 0; shift < 32; shift += BITS) {
    scatter(from, to, shift);
    [from, to] = [to, from];
  }
  sortWithinEqualKeys(values, from);
  return from.order;
}

type Keyed = Readonly<Record<"keys" | "order", Uint32Array>>;

/** One stable pass: keys and their indices go to where their digit belongs. */
function scatter({ keys, order }: Keyed, to: Keyed, shift: number): void {
  // Where the first key with each digit goes, then the next.
  const places = new Uint32Array(MASK + 1);
  for (let i = 0; i < keys.length; i++) places[(keys[i]! >>> shift) & MASK]!++;
  let below = 0;
  for (let digit = 0; digit <= MASK; digit++) {
    const count = places[digit]!;
    places[digit] = below;
    below += count;
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const place = places[(key >>> shift) & MASK]!++;
    to.keys[place] = key;
    to.order[place] = order[i]!;
  }
}

const BITS = 11;
const MASK = (1 << BITS) - 1;

/** The upper 32 bits of each double, in the order of the doubles: positive with the sign bit set, negative flipped. */
function upperHalves(values: Float64Array): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(values.length);
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const upper = new Uint32Array(Float64Array.of(1).buffer)[0] === 0 ? 1 : 0; // byte order
  for (let i = 0; i < keys.length; i++) {
    const word = values[i] === 0 ? 0 : words[2 * i + upper]!; // −0 is 0
    keys[i] = word ^ ((word >> 31) | 0x80000000); // without a branch on the sign
  }
  return keys;
}

/** Longer stretches of equal keys are merged, not inserted. */
const SHORT = 16;

function sortWithinEqualKeys(values: Float64Array, { keys, order }: Keyed): void {
  for (let start = 0, end = 1; start < keys.length; start = end++) {
    const key = keys[start]!;
    if (keys[end] !== key) continue;
    let ascending = true;
    for (let previous = values[order[start]!]!; keys[end] === key; end++) {
      const value = values[order[end]!]!;
      ascending &&= previous <= value;
      previous = value;
    }
    if (ascending) continue;
    if (end - start <= SHORT) insertionSort(values, order, start, end);
    else mergeSort(values, order.subarray(start, end));
  }
}
