import { sumOf } from "../numerics/moments.ts";
import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import { rowWeights } from "../numerics/weights.ts";
import type { Line } from "./least-squares.ts";

/** A line with what each row adds to its slope. */
export interface WeightedLine extends Line {
  /**
   * By row, its contribution to the slope: the row's weight over the mean weight, times its
   * residual and its distance from the mean x, over the variance of x. The mean is 0.
   */
  readonly influence: Float64Array;
}

/**
 * The weighted least-squares line of y on x, of rows that count by a weight each, as those of a
 * survey do. Errors are the linearised ones of a weighted sample (Binder, 1983; HC1 of weighted
 * least squares), so they hold where the variance differs between rows, and grow with the spread of
 * the weights. All NaN where x has no variance among rows with a weight; the errors are NaN for
 * fewer than three rows.
 * @param weights from 0, finite
 * @throws RangeError on NaN or ±∞, on unequal lengths, and on a weight that is negative or not
 * finite
 *
 * @example
 * weightedLeastSquares([1, 2, 3], [2, 4, 7], [1, 1, 2]); // → { slope: 2.545, intercept: -0.727 }
 */
export function weightedLeastSquares(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number>,
): WeightedLine {
  const [first, second] = pairedNumbers("weightedLeastSquares", x, y);
  for (const column of [first, second]) {
    requireEach(column, Number.isFinite, "weightedLeastSquares takes finite numbers");
  }
  const relativeWeights = relative(rowWeights(first.length, weights));
  const n = first.length;
  const meanOf = (value: (row: number) => number): number =>
    relativeWeights.reduce((sum, weight, row) => sum + weight * value(row), 0) / n;
  const [meanX, meanY] = [meanOf((row) => first[row]!), meanOf((row) => second[row]!)];
  const fromX = first.map((value) => value - meanX);
  const varies = new Set(first.filter((_, row) => relativeWeights[row]! > 0)).size > 1;
  const spread = varies ? meanOf((row) => fromX[row]! ** 2) : Number.NaN;
  const slope = meanOf((row) => fromX[row]! * (second[row]! - meanY)) / spread;
  const residuals = fromX.map(
    (from, row) => relativeWeights[row]! * (second[row]! - meanY - slope * from),
  );
  const influence = residuals.map((residual, row) => (residual * fromX[row]!) / spread);
  const errorOf = (influences: Float64Array): number =>
    n < 3
      ? Number.NaN
      : Math.sqrt(influences.reduce((sum, value) => sum + value ** 2, 0) / n / (n - 2));
  return {
    slope,
    slopeError: errorOf(influence),
    intercept: meanY - slope * meanX,
    interceptError: errorOf(residuals.map((residual, row) => residual - meanX * influence[row]!)),
    n,
    influence,
  };
}

/** Weights with a mean of 1. */
function relative(weights: Float64Array): Float64Array {
  const sum = sumOf(weights);
  return weights.map((weight) => (weight * weights.length) / sum);
}
