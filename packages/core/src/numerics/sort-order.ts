/**
 * The indices of the values in ascending order, equal values in their original order. Values must
 * not be NaN; −0 equals 0. Many values are sorted by radix on the upper half of each double's bits
 * (sign, exponent and 20 bits of the fraction) in stable passes, three of 11 bits or four of 8; the
 * few values that agree in those are then sorted by value.
 */
export function sortOrder(values: Float64Array): Uint32Array {
  const n = values.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    order[i] = i;
  }
  if (n <= SHORT) {
    insertionSort(values, order, 0, n);
    return order;
  }
  let from: KeyOrder = { keys: upperHalves(values), order };
  let to: KeyOrder = { keys: new Uint32Array(n), order: new Uint32Array(n) };
  const bits = n < MANY ? 8 : 11;
  for (let shift = 0; shift < 32; shift += bits) {
    scatter(from, to, shift, bits);
    [from, to] = [to, from];
  }
  sortWithinEqualKeys(values, from);
  return from.order;
}

/** Up to this many values, insertion sort is as fast, measured for n = 5 … 20,000. */
const SHORT = 128;

/** From this many values on, the longer table of digits is faster, measured likewise. */
const MANY = 1000;

type KeyOrder = Readonly<Record<"keys" | "order", Uint32Array>>;

/** One stable pass: moves keys and their indices to the places of their digits. */
function scatter({ keys, order }: KeyOrder, to: KeyOrder, shift: number, bits: number): void {
  const mask = (1 << bits) - 1;
  // The place of the first key with each digit, then of the next one.
  const places = new Uint32Array(mask + 1);
  for (let i = 0; i < keys.length; i++) {
    places[(keys[i]! >>> shift) & mask]!++;
  }
  let below = 0;
  for (let digit = 0; digit <= mask; digit++) {
    const count = places[digit]!;
    places[digit] = below;
    below += count;
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const place = places[(key >>> shift) & mask]!++;
    to.keys[place] = key;
    to.order[place] = order[i]!;
  }
}

/**
 * The upper 32 bits of each double, in the order of the doubles: positive with the sign bit set,
 * negative flipped.
 */
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

function sortWithinEqualKeys(values: Float64Array, { keys, order }: KeyOrder): void {
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
    else order.subarray(start, end).sort(byValue(values));
  }
}

/**
 * A separate function, since a function that creates a closure reads the captured variables more
 * slowly.
 */
function byValue(values: Float64Array): (i: number, j: number) => number {
  return (i, j) => values[i]! - values[j]!;
}

/** Sorts the stretch [start, end) of indices in place by their values, ascending and stable. */
function insertionSort(values: Float64Array, order: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const index = order[i]!;
    const value = values[index]!;
    let j = i - 1;
    for (; j >= start && values[order[j]!]! > value; j--) {
      order[j + 1] = order[j]!;
    }
    order[j + 1] = index;
  }
}
