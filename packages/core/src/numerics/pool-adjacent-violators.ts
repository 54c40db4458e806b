import type { WeightedPoints } from "./tied-means.ts";

/**
 * A non-decreasing map: straight lines between knots. Only the ends of each constant stretch are kept, so a fit of a
 * million points has a few hundred. Plain data: it can be stored.
 */
export interface IsotonicMap {
  /** Strictly ascending. */
  readonly x: Float64Array;
  /** Non-decreasing, one for each x. */
  readonly y: Float64Array;
}

/**
 * The non-decreasing map nearest to the points: each is a block of its own until a block is not above the one before
 * it, and then the two become one with their weighted mean (Barlow et al., 1972). The points' arrays are overwritten.
 */
export function poolAdjacentViolators({ x, y, weight, count }: WeightedPoints): IsotonicMap {
  // The blocks' values, weights and numbers of points stand at the start of their arrays.
  const size = new Uint32Array(count);
  let blocks = 0;
  for (let i = 0; i < count; i++) {
    let value = y[i]!;
    let mass = weight[i]!;
    let points = 1;
    while (blocks > 0 && y[blocks - 1]! >= value) {
      blocks--;
      const pooled = mass + weight[blocks]!;
      value += ((y[blocks]! - value) * weight[blocks]!) / pooled;
      mass = pooled;
      points += size[blocks]!;
    }
    y[blocks] = value;
    weight[blocks] = mass;
    size[blocks++] = points;
  }
  return knots(x, y, size.subarray(0, blocks));
}

/** The ends of each block, of which the first `size.length` values of y are the values. */
function knots(x: Float64Array, y: Float64Array, size: Uint32Array): IsotonicMap {
  const ends = size.reduce((sum, points) => sum + (points > 1 ? 2 : 1), 0);
  const map = { x: new Float64Array(ends), y: new Float64Array(ends) };
  let start = 0;
  let k = 0;
  for (let block = 0; block < size.length; block++) {
    const end = start + size[block]! - 1;
    map.x[k] = x[start]!;
    map.y[k++] = y[block]!;
    if (end > start) {
      map.x[k] = x[end]!;
      map.y[k++] = y[block]!;
    }
    start = end + 1;
  }
  return map;
}
