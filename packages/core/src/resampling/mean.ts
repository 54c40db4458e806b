import { mean, squaredDeviations } from "../numerics/moments.ts";
import { requireEach } from "../numerics/columns.ts";

export interface Mean {
  readonly mean: number;
  /** The standard error of the mean: the sample standard deviation over √n. */
  readonly sem: number;
  readonly n: number;
}

/**
 * The mean of independent values with its SEM. The mean of nothing and the SEM of fewer than two
 * values are NaN. Values that share a student or an input are not independent: use `bootstrap` of
 * `resampledMean` with clusters for those.
 * @throws RangeError on NaN and ±∞
 * @example
 * meanWithSem([0.1, 0.4, 0.2, 0.3]); // → { mean: 0.25, sem: 0.0645, n: 4 }
 */
export function meanWithSem(values: ArrayLike<number>): Mean {
  const numbers = Float64Array.from(values);
  requireEach(numbers, Number.isFinite, "a mean takes finite numbers");
  const n = numbers.length;
  const sem = n < 2 ? Number.NaN : Math.sqrt(squaredDeviations(numbers) / (n - 1) / n);
  return { mean: mean(numbers), sem, n };
}
