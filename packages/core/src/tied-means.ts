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
  const n = order.length;
  const points = { x: new Float64Array(n), y: new Float64Array(n), weight: new Float64Array(n) };
  let last = -1;
  for (let k = 0; k < n; k++) {
    const i = order[k]!;
    const weight = weights === undefined ? 1 : weights[i]!;
    if (weight === 0) continue;
    if (last < 0 || x[i] !== points.x[last]) {
      last++;
      points.x[last] = x[i]!;
      points.y[last] = y[i]!;
      points.weight[last] = weight;
    } else {
      // A running mean: the mean of equal numbers is that number exactly.
      const total = points.weight[last]! + weight;
      points.y[last]! += ((y[i]! - points.y[last]!) * weight) / total;
      points.weight[last] = total;
    }
  }
  return { ...points, count: last + 1 };
}
