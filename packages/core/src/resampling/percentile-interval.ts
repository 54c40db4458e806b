import { quantileOfSorted } from "../numerics/quantile.ts";
import { withoutNaN } from "../numerics/columns.ts";

/** From `low` to `high`; both NaN where there is no interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The percentile bootstrap interval: the middle `level` of the replicates that have a value (Efron
 * and Tibshirani, 1993, Section 13.3). NaN at both ends if fewer than two have one.
 * @throws RangeError where `level` is not between 0 and 1
 * @example
 * const replicates = Float64Array.from({ length: 1001 }, (_, i) => i / 1000);
 * percentileInterval(replicates); // → { low: 0.025, high: 0.975 }
 */
export function percentileInterval(replicates: Float64Array, level = 0.95): Interval {
  const tail = tailOf(level);
  return intervalAt(withoutNaN(replicates).toSorted(), tail, 1 - tail);
}

/** The probability left out at each end. */
export function tailOf(level: number): number {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`the level of an interval is between 0 and 1, as 0.95, not ${level}`);
  }
  return (1 - level) / 2;
}

/** The interval between two quantiles of sorted replicates. */
export function intervalAt(sorted: Float64Array, low: number, high: number): Interval {
  if (sorted.length < 2) return { low: Number.NaN, high: Number.NaN };
  return { low: quantileOfSorted(sorted, low), high: quantileOfSorted(sorted, high) };
}
