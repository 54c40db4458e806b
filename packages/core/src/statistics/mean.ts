/** A mean with its standard error. */
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
 */
export function meanWithSem(values: ArrayLike<number>): Mean {
  const numbers = Float64Array.from(values);
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new RangeError(`a mean takes finite numbers, not the ${numbers[bad]} at index ${bad}`);
  }
  const n = numbers.length;
  const mean = numbers.reduce((sum, value) => sum + value, 0) / n;
  const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sem: n < 2 ? Number.NaN : Math.sqrt(squares / (n - 1) / n), n };
}
