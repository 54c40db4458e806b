import { incompleteBetaHalf } from "../numerics/incomplete-beta.ts";
import { studentQuantile } from "../numerics/student-quantile.ts";
import { meanWithSem } from "./mean.ts";
import { type Interval, tailOf } from "./percentile-interval.ts";

/** A mean with its interval. */
export interface MeanInterval extends Interval {
  readonly mean: number;
  /** The two-sided p: the probability of a mean at least as far from 0 if the true mean were 0. */
  readonly p: number;
}

/**
 * The mean of independent values with its interval and p by Student's t. If all values are equal,
 * the interval is a point, and p is 0, or 1 if they are 0. NaN for fewer than two values.
 * @throws RangeError on NaN and ±∞, and where `level` is not between 0 and 1
 * @example
 * meanInterval([0.1, 0.4, 0.2, 0.3]); // → { mean: 0.25, low: 0.0446, high: 0.455, p: 0.0305 }
 */
export function meanInterval(values: ArrayLike<number>, level = 0.95): MeanInterval {
  const { mean, sem, n } = meanWithSem(values);
  const half = studentQuantile(tailOf(level), n - 1) * sem;
  return { mean, low: mean - half, high: mean + half, p: pValue(mean, sem, n) };
}

function pValue(mean: number, sem: number, n: number): number {
  if (sem === 0) return Number(mean === 0);
  if (n < 2) return Number.NaN;
  const df = n - 1;
  return incompleteBetaHalf(df / 2, df / (df + (mean / sem) ** 2));
}
