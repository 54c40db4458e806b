import { withoutNaN } from "../numerics/columns.ts";
import { mean, squaredDeviations } from "../numerics/moments.ts";
import { normalCdf, normalQuantile } from "../numerics/normal-distribution.ts";
import { intervalAt, tailOf, type Interval } from "./percentile-interval.ts";

/** The inputs of a BCa interval besides the replicates. */
export interface BcaOptions {
  /** The statistic of the data themselves. */
  readonly value: number;
  /** The statistic with each item (or cluster) left out once, as `jackknife` gives it. */
  readonly jackknife: Float64Array;
  /** The level of the interval; 0.95 by default. */
  readonly level?: number;
}

/**
 * The bias-corrected and accelerated bootstrap interval (Efron, 1987): quantiles of the replicates,
 * moved for the share of them below the value and for how the standard error changes with it. Where
 * no left-out item changes the statistic, the acceleration is zero. NaN at both ends where fewer
 * than two replicates have a value, where all lie on one side of the value, or where the value
 * itself or a jackknife value is NaN.
 * @throws RangeError where `level` is not between 0 and 1
 */
export function bcaInterval(replicates: Float64Array, options: BcaOptions): Interval {
  const tail = tailOf(options.level ?? 0.95);
  const sorted = withoutNaN(replicates).toSorted();
  const bias = normalQuantile(shareBelow(sorted, options.value));
  if (!Number.isFinite(bias)) return { low: Number.NaN, high: Number.NaN };
  const a = acceleration(options.jackknife);
  const moved = (z: number): number => normalCdf(bias + (bias + z) / (1 - a * (bias + z)));
  const z = normalQuantile(tail);
  return intervalAt(sorted, moved(z), moved(-z));
}

/** The share of replicates below the value, those equal to it counting half. */
function shareBelow(sorted: Float64Array, value: number): number {
  let below = 0;
  let equal = 0;
  for (const replicate of sorted) {
    if (replicate < value) below++;
    else if (replicate === value) equal++;
  }
  return Number.isNaN(value) ? Number.NaN : (below + equal / 2) / sorted.length;
}

/** A sixth of the skewness of the jackknife values' influence. */
function acceleration(values: Float64Array): number {
  const centre = mean(values);
  const squares = squaredDeviations(values);
  const cubes = values.reduce((sum, value) => sum + (centre - value) ** 3, 0);
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
