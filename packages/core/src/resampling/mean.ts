import { mean, squaredDeviations } from "../numerics/moments.ts";
import { requireEach } from "../numerics/columns.ts";

export interface Mean {
  readonly mean: number;
  /** The standard error of the mean: the sample standard deviation over √n. */
  readonly sem: number;
  readonly n: number;
}

/**
 * The mean of independent values with its standard error (SEM). The mean of no values and the SEM
 * of fewer than two are NaN. Values of the same student or input are not independent: for these,
 * use `bootstrap` of `resampledMean` with clusters.
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
