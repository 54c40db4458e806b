import { mean } from "../numerics/moments.ts";
import { pairedNumbers } from "../numerics/columns.ts";

/** A straight line y = intercept + slope · x with its standard errors. */
export interface Line {
  readonly slope: number;
  readonly slopeError: number;
  readonly intercept: number;
  readonly interceptError: number;
  readonly n: number;
}

/**
 * The ordinary least-squares line of y on x, in two passes, so that a large offset costs no digits.
 * All NaN where x has no variance and for fewer than two points; the errors are NaN for fewer than
 * three.
 * @throws RangeError on NaN or ±∞ and on unequal lengths
 * @example
 * leastSquares([1, 2, 3], [2, 4, 7]); // → { slope: 2.5, intercept: -0.667, slopeError: 0.289 }
 */
export function leastSquares(x: ArrayLike<number>, y: ArrayLike<number>): Line {
  const [first, second] = pairedNumbers("leastSquares", x, y);
  const n = first.length;
  const [meanX, meanY] = [mean(first), mean(second)];
  if (n > 0 && ![meanX, meanY].every(Number.isFinite)) {
    throw new RangeError(
      "leastSquares takes finite numbers; a column holds or sums to an infinity",
    );
  }
  const constant = first.every((value) => value === first[0]);
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    xx += (first[i]! - meanX) ** 2;
    xy += (first[i]! - meanX) * (second[i]! - meanY);
  }
  const slope = constant ? Number.NaN : xy / xx;
  let residual = 0;
  for (let i = 0; i < n; i++) {
    residual += (second[i]! - meanY - slope * (first[i]! - meanX)) ** 2;
  }
  const slopeError = n < 3 ? Number.NaN : Math.sqrt(residual / (n - 2) / xx);
  return {
    slope,
    slopeError,
    intercept: meanY - slope * meanX,
    interceptError: slopeError * Math.sqrt(xx / n + meanX ** 2),
    n,
  };
}
