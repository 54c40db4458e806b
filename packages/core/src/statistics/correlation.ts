import { mean } from "../numerics/moments.ts";
import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import { resampledSpearman } from "./resampled-spearman.ts";

/**
 * Spearman's ρ: Pearson's correlation of the midranks, the paper's measure of agreement between estimated and true PMI
 * (Section 1.1). In [−1, 1]; ties are handled exactly and ±∞ ranks at the ends. NaN where a column has no variance and
 * for fewer than two pairs.
 * @throws RangeError on NaN and on unequal lengths
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return resampledSpearman(x, y)(new Uint32Array(x.length).fill(1));
}

/**
 * Pearson's correlation, in [−1, 1], in two passes, so that a large offset costs no digits. NaN where a column has no
 * variance and for fewer than two pairs.
 * @throws RangeError on NaN or ±∞ and on unequal lengths
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [first, second] = pairedNumbers("pearson", x, y);
  const dx = deviations(first);
  const dy = deviations(second);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < dx.length; i++) {
    xx += dx[i]! * dx[i]!;
    yy += dy[i]! * dy[i]!;
    xy += dx[i]! * dy[i]!;
  }
  // Rounding may carry a perfect correlation past one.
  return Math.max(-1, Math.min(1, xy / (Math.sqrt(xx) * Math.sqrt(yy))));
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
