import { requireEach } from "../numerics/columns.ts";
import { pairGroups, type PairKeys } from "./pair-groups.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { type TwoWayFit, twoWayFit } from "../numerics/two-way-fit.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";

/** Estimates and truth after what x alone and the label alone explain is removed. */
export interface CentredByBoth {
  readonly estimates: Float64Array;
  readonly truth: Float64Array;
  /**
   * The factor, at least 1, by which resampling pairs or whole x understates the standard error of
   * their ρ, since the centred values of a few pairs depend on each other. Resampling contexts does
   * not understate it, since each is centred by itself.
   */
  readonly inflation: Readonly<Record<"pair" | "x", number>>;
}

/**
 * Both columns centred by x and by label within the context. The effects are fitted by least
 * squares, so unbalanced designs are handled correctly. Nothing remains of a respondent that
 * ignores x, whatever its base rates, of one that ignores y, or of a sum of both: on the
 * logarithmic scale, base rates, the size of a candidate set and the scaling of masses are such
 * sums. What remains shows whether the respondent knows which y goes with which x.
 * @param estimates PMI in nats, or the logarithm of P̂(y | x, c): finite
 * @param truth on the same scale, finite
 * @throws RangeError on NaN, ±∞ and columns of unequal length
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * centredByBoth([2, 0, 0, 0], [1, 0, 0, 1], keys).estimates; // → [0.5, -0.5, -0.5, 0.5]
 */
export function centredByBoth(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  keys: PairKeys,
): CentredByBoth {
  const { contexts, x, labels } = pairGroups(keys);
  const rows = x.of.length;
  const [estimateFit, truthFit] = [estimates, truth].map((column) => {
    if (column.length !== rows) {
      throw new RangeError(`centredByBoth takes ${rows} numbers a column, not ${column.length}`);
    }
    requireEach(column, Number.isFinite, "centredByBoth takes finite numbers");
    return twoWayFit(Float64Array.from(column), x, labels);
  }) as [TwoWayFit, TwoWayFit];
  const { freedom } = estimateFit;
  // If whole x are resampled, their own centring repeats with them. Only that of labels remains,
  // with one level free in each context.
  const withoutLabels = rows - labels.count + contexts.count;
  return {
    estimates: estimateFit.residuals,
    truth: truthFit.residuals,
    inflation: {
      pair: freedom > 0 ? Math.sqrt(rows / freedom) : Number.NaN,
      x: withoutLabels > 0 ? Math.sqrt(Math.max(1, rows / withoutLabels)) : Number.NaN,
    },
  };
}

/**
 * Spearman's ρ of what remains after {@link centredByBoth}, as a function of how often each row was
 * drawn. NaN where nothing remains of either column. Rows are centred once, not in each resample;
 * if whole contexts are drawn, the result is the same.
 *
 * @example
 * import { replicated } from "@promptnce/core/resampling";
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * const rho = resampledCentredSpearman(centredByBoth([2, 0, 0, 0], [1, 0, 0, 1], keys));
 * replicated([rho], 4, { replicates: 100, seed: "1" })[0].value; // → 1
 */
export function resampledCentredSpearman({ estimates, truth }: CentredByBoth): ResampledStatistic {
  return resampledSpearman(estimates, truth);
}
