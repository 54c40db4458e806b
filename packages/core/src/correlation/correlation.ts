import { mean } from "../numerics/moments.ts";
import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import { midranks } from "./midranks.ts";

/**
 * Spearman's ρ: Pearson's correlation of the midranks, the paper's measure of agreement between
 * estimated and true PMI (Section 1.1). In [−1, 1]; ties are handled exactly and ±∞ ranks at the
 * ends. NaN where a column has no variance and for fewer than two pairs.
 * @throws RangeError on NaN and on unequal lengths
 * @example
 * spearman([1, 2, 3, 4], [10, 30, 20, 40]); // → 0.8
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [first, second] = pairedNumbers("spearman", x, y);
  // Ranks are whole or half numbers: up to 180,000 pairs the sums are exact, and a resample of all
  // pairs gives the same.
  const { xx, yy, xy } = sumsOfProducts(midranks(first), midranks(second), (x.length + 1) / 2);
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/**
 * Pearson's correlation, in [−1, 1], in two passes, so that a large offset costs no digits. NaN
 * where a column has no variance and for fewer than two pairs.
 * @throws RangeError on NaN or ±∞ and on unequal lengths
 * @example
 * pearson([1, 2, 3], [2, 4, 7]); // → 0.993
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [first, second] = pairedNumbers("pearson", x, y);
  const { xx, yy, xy } = sumsOfProducts(deviations(first), deviations(second), 0);
  // Rounding may carry a perfect correlation past one.
  return Math.max(-1, Math.min(1, xy / (Math.sqrt(xx) * Math.sqrt(yy))));
}

/** Sums of products of two centred columns, with themselves and with each other. */
function sumsOfProducts(x: Float64Array, y: Float64Array, centre: number) {
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const [dx, dy] = [x[i]! - centre, y[i]! - centre];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return { xx, yy, xy };
}

/** Deviations from the mean, scaled so that the largest is one and no square underflows. */
function deviations(values: Float64Array): Float64Array {
  requireEach(values, Number.isFinite, "pearson takes finite numbers");
  // The rounded mean of equal numbers may differ from them, which would pass for variance.
  if (values.every((value) => value === values[0])) return new Float64Array(values.length);
  const centre = mean(values);
  const centred = values.map((value) => value - centre);
  const largest = centred.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return centred.map((value) => value / largest);
}
