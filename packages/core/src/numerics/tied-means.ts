/** Points with strictly ascending x; only the first `count` places of the arrays are in use. */
export interface WeightedPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weight: Float64Array;
  readonly count: number;
}

/**
 * The points in the given ascending order of x, those that share an x made one with the weighted mean
 * of their y and the sum of their weights, those without weight left out. Weights are 1 by default.
 */
export function tiedMeans(
  x: Float64Array,
  y: Float64Array,
  weights: Float64Array | undefined,
  order: Uint32Array,
): WeightedPoints {
  // Gathered first, column by column: loops this plain keep many memory reads in flight.
  const points = {
    x: gathered(x, order),
    y: gathered(y, order),
    weight: weights === undefined ? new Float64Array(order.length).fill(1) : gathered(weights, order),
  };
  return { ...points, count: joinTies(points.x, points.y, points.weight) };
}

function gathered(values: Float64Array, order: Uint32Array): Float64Array {
  const out = new Float64Array(order.length);
  for (let k = 0; k < order.length; k++) out[k] = values[order[k]!]!;
  return out;
}

/** Writes the joined points to the start of the arrays; returns how many they are. */
function joinTies(x: Float64Array, y: Float64Array, weight: Float64Array): number {
  let count = 0;
  for (let k = 0; k < x.length; k++) {
    const mass = weight[k]!;
    if (mass === 0) continue;
    const last = count - 1;
    if (count > 0 && x[k] === x[last]) {
      // A running mean: the mean of equal numbers is that number exactly.
      const total = weight[last]! + mass;
      y[last]! += ((y[k]! - y[last]!) * mass) / total;
      weight[last] = total;
    } else {
      x[count] = x[k]!;
      y[count] = y[k]!;
      weight[count++] = mass;
    }
  }
  return count;
}
