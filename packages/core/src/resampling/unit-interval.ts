import { withoutNaN } from "../numerics/columns.ts";
import { incompleteBetaHalf } from "../numerics/incomplete-beta.ts";
import { normalCdf } from "../numerics/normal-distribution.ts";
import { studentQuantile } from "../numerics/student-quantile.ts";
import { intervalAt, type Interval, tailOf } from "./percentile-interval.ts";

/**
 * The percentile interval of replicates that resample `units` units. Its quantiles are moved
 * outwards, since Student's t with `units` − 1 degrees of freedom is wider than the normal
 * distribution, and since the bootstrap's variance divides by n rather than n − 1 (Hesterberg,
 * 2015, “expanded percentile interval”). With 8 groups the plain interval covers the true value in
 * 89 % of cases and ± 1.96 standard errors in 86 %, instead of 95 %. With many units it equals
 * `percentileInterval`. NaN at both ends if fewer than two replicates have a value, and for fewer
 * than two units.
 * @throws RangeError where `level` is not between 0 and 1
 * @example
 * const replicates = Float64Array.from({ length: 1001 }, (_, i) => i / 1000);
 * unitInterval(replicates, 8); // → { low: 0.00574, high: 0.994 }
 */
export function unitInterval(replicates: Float64Array, units: number, level = 0.95): Interval {
  const tail = tailOf(level);
  if (!(units >= 2)) return { low: Number.NaN, high: Number.NaN };
  const moved = normalCdf(-Math.sqrt(units / (units - 1)) * studentQuantile(tail, units - 1));
  return intervalAt(withoutNaN(replicates).toSorted(), moved, 1 - moved);
}

/**
 * The two-sided p of an estimate that is `errors` bootstrap standard errors from 0, if units were
 * resampled: the level at which the interval of {@link unitInterval} reaches 0. NaN for fewer than
 * two units.
 */
export function unitP(errors: number, units: number): number {
  if (!(units >= 2)) return Number.NaN;
  if (units === Infinity) return 2 * normalCdf(-Math.abs(errors));
  const t = errors * Math.sqrt((units - 1) / units);
  return incompleteBetaHalf((units - 1) / 2, (units - 1) / (units - 1 + t * t));
}
