/** Points with strictly ascending x; only the first `count` places of the arrays are in use. */
export interface WeightedPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly weight: Float64Array;
  readonly count: number;
}

/**
 * The points in the given ascending order of x, those that share an x made one with the weighted mean of their y and
 * the sum of their weights, those without weight left out. Weights are 1 by default.
 */
export function tiedMeans(
  x: Float64Array,
  y: Float64Array,
  weights: Float64Array | undefined,
  order: Uint32Array,
): WeightedPoints {
  // Gathered first, column by column: loops this plain keep many memory reads in flight.
  const [px, py] = [gathered(x, order), gathered(y, order)];
  const weight = weights === undefined ? new Float64Array(order.length).fill(1) : gathered(weights, order);
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
  for (let k = 0; k < order.length; k++) out[k] = values[order[k]!]!;
  return out;
}
