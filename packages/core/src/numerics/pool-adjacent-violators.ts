/**
 * A non-decreasing map: straight lines between knots. Only the ends of each constant stretch are
 * kept, so the fit of a million points has a few hundred knots. It is plain data and can be stored.
 */
export interface IsotonicMap {
  /** Strictly ascending. */
  readonly x: Float64Array;
  /** Non-decreasing, one for each x. */
  readonly y: Float64Array;
}

/**
 * The non-decreasing map nearest to the points. Each point starts as a block of its own. Whenever a
 * block is not above the one before it, the two become one block with their weighted mean (Barlow
 * et al., 1972). The points' arrays are overwritten.
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

/** The ends of each block. The first `size.length` values of y are the blocks' values. */
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

/** Points with strictly ascending x; only the first `count` places of the arrays are in use. */
type WeightedPoints = Readonly<Record<"x" | "y" | "weight", Float64Array> & { count: number }>;

/**
 * The points by ascending x. Points with the same x become one, with their weighted mean (weights
 * are 1 by default); points of weight 0 are left out.
 */
export function tiedMeans(
  x: Float64Array,
  y: Float64Array,
  weights: Float64Array | undefined,
  order: Uint32Array,
): WeightedPoints {
  // Gathered first, column by column: such plain loops keep many memory reads in flight.
  const [px, py] = [gathered(x, order), gathered(y, order)];
  const weight =
    weights === undefined ? new Float64Array(order.length).fill(1) : gathered(weights, order);
  // The joined points go to the start of the arrays.
  let count = 0;
  for (let k = 0; k < px.length; k++) {
    const mass = weight[k]!;
    if (mass === 0) continue;
    const last = count - 1;
    if (count > 0 && px[k] === px[last]) {
      // A running mean: the mean of equal numbers is that number exactly.
      const total = weight[last]! + mass;
      py[last]! += ((py[k]! - py[last]!) * mass) / total;
      weight[last] = total;
    } else {
      px[count] = px[k]!;
      py[count] = py[k]!;
      weight[count++] = mass;
    }
  }
  return { x: px, y: py, weight, count };
}

function gathered(values: Float64Array, order: Uint32Array): Float64Array {
  const out = new Float64Array(order.length);
  for (let k = 0; k < order.length; k++) {
    out[k] = values[order[k]!]!;
  }
  return out;
}
