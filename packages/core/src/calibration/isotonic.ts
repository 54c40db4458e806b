import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import {
  type IsotonicMap,
  poolAdjacentViolators,
  tiedMeans,
} from "../numerics/pool-adjacent-violators.ts";
import { sortOrder } from "../numerics/sort-order.ts";

/**
 * The weighted least-squares non-decreasing map of x to y, by pooling adjacent violators (Barlow et
 * al., 1972). Ties in x count as one point with their weighted mean; pairs of weight zero are left
 * out. Agrees with scikit-learn's `IsotonicRegression`.
 * @param weights one for each pair; all 1 by default
 * @throws RangeError on NaN or ±∞, on unequal lengths, on a negative weight, and where no pair has
 *   a weight above zero, since there is then no map
 * @example
 * isotonicFit([0.1, 0.2, 0.3, 0.4], [0, 0.3, 0.1, 0.5]);
 * // → { x: [0.1, 0.2, 0.3, 0.4], y: [0, 0.2, 0.2, 0.5] }
 */
export function isotonicFit(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights?: ArrayLike<number>,
): IsotonicMap {
  const [first, second] = pairedNumbers("isotonicFit", x, y);
  const weight = weights && pairedNumbers("isotonicFit (x and weights)", first, weights)[1];
  const isWeight = (value: number): boolean => value >= 0 && value < Number.POSITIVE_INFINITY;
  if (weight) requireEach(weight, isWeight, "isotonicFit takes weights from 0, finite");
  for (const column of [first, second])
    requireEach(column, Number.isFinite, "isotonicFit takes finite numbers");
  const points = tiedMeans(first, second, weight, sortOrder(first));
  if (points.count === 0)
    throw new RangeError("isotonicFit needs at least one pair with a weight above zero");
  return poolAdjacentViolators(points);
}

/**
 * The map's value at each x: interpolated between knots, and outside their range the value at the
 * nearest end.
 * @throws RangeError on NaN
 * @example
 * isotonicPredict(isotonicFit([0.1, 0.2, 0.3, 0.4], [0, 0.3, 0.1, 0.5]), [0.05, 0.25, 0.9]);
 * // → [0, 0.2, 0.5]
 */
export function isotonicPredict(map: IsotonicMap, x: ArrayLike<number>): Float64Array {
  const last = map.x.length - 1;
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    const value = x[i]!;
    if (Number.isNaN(value)) throw new RangeError(`isotonicPredict takes no NaN, as at index ${i}`);
    if (value <= map.x[0]!) out[i] = map.y[0]!;
    else if (value >= map.x[last]!) out[i] = map.y[last]!;
    else out[i] = interpolate(map, value);
  }
  return out;
}

/** The map's value strictly inside the range of the knots. */
function interpolate(map: IsotonicMap, value: number): number {
  let low = 0;
  let high = map.x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (map.x[middle]! <= value) low = middle;
    else high = middle;
  }
  const rise = map.y[high]! - map.y[low]!;
  return map.y[low]! + (rise * (value - map.x[low]!)) / (map.x[high]! - map.x[low]!);
}
