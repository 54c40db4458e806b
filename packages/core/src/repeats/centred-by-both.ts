import { requireEach } from "../numerics/columns.ts";
import { pairGroups, type PairKeys } from "./pair-groups.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { type TwoWayFit, twoWayFit } from "../numerics/two-way-fit.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";

/** Estimates and truth without what x alone or the label alone says. */
export interface CentredByBoth {
  readonly estimates: Float64Array;
  readonly truth: Float64Array;
  /**
   * By how much resampling pairs, or whole x, makes the standard error of their ρ too small, at
   * least 1: centred values of few pairs hang together. Resampling contexts, whose centring is
   * their own, does not.
   */
  readonly inflation: Readonly<Record<"pair" | "x", number>>;
}

/**
 * Both columns with the mean of each x taken out within its context and the mean of each label
 * within its context, by least squares: unbalanced designs are fitted, not averaged twice. What is
 * left of a respondent that never looks at x is nothing, whatever base rates it has, and so of one
 * that never looks at y, and of a sum of both: on the scale of logarithms a base rate, the size of
 * a candidate set and a scaling of masses are such sums. What is left answers whether it knows
 * which y goes with which x.
 * @param estimates PMI in nats, or the logarithm of P̂(y | x, c): finite
 * @param truth on the same scale, finite
 * @throws RangeError on NaN, ±∞, and where there is not one number and one key of each kind a row
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
  // With whole x resampled their own centring repeats: that of labels is what is left, one a
  // context free.
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
 * Spearman's ρ of what {@link centredByBoth} leaves, as a function of how often each row was drawn.
 * NaN where nothing is left of either column. Rows are centred once, not
 * in each resample: with whole contexts drawn that is the same.
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
