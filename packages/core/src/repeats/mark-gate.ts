import { pairGroups, type PairKeys } from "./pair-groups.ts";
import type { Clusters, ResampledStatistic } from "../numerics/resampler.ts";
import { resampledPartialSpearman } from "../correlation/partial-spearman.ts";
import { resampledWithinSpearman } from "../resampling/resampled-spearman.ts";
import type { BeyondLevels } from "./beyond-levels.ts";
import { controlsApply } from "./blind-controls.ts";
import { centredByBoth, type CentredByBoth, resampledCentredSpearman } from "./centred-by-both.ts";
import { type ResamplingUnit, resamplingUnit } from "./resampling-unit.ts";

/** Estimates that a mark may be given to, on the scale of logarithms, a number a pair each. */
export interface MarkedColumn {
  /** PMI in nats, or ln P̂(y | x, c). */
  readonly estimates: ArrayLike<number>;
  readonly truth: ArrayLike<number>;
  readonly keys: PairKeys;
  /** ln P(y | c), as people have it. */
  readonly logMarginals: ArrayLike<number>;
  /** That of the dataset that the pairs are a sample of, where it is known. */
  readonly beyondLevels?: BeyondLevels | undefined;
  /**
   * Of pairs that count by a weight each, above 0; the correlation `beyondLevels` does not use
   * them.
   */
  readonly weights?: ArrayLike<number> | undefined;
}

/** What decides whether a mark may stand, and how it is resampled. */
export interface MarkGate {
  readonly by: "centred" | "levels" | "label" | "base rate";
  readonly statistic: ResampledStatistic;
  readonly unit: ResamplingUnit;
  /** What its bootstrap standard error is to be multiplied by, at least 1. */
  readonly inflation: number;
}

/**
 * The correlation with the truth that must be above chance for a mark to stand, as it shows that
 * both x and y were looked at. The first that there is:
 * - `centred`: ρ centred by x and by label, where both repeat enough for it (`controlsApply`);
 * - `levels`: the correlation beyond the levels that x alone and the label alone have in the
 *   dataset, where they are known;
 * - `label`: ρ within label, where half of the pairs or more share theirs with another;
 * - `base rate`: partial ρ beyond ln P(y | c).
 *
 * The last two detect a method that is blind to x, but not one that is blind to y: nothing in such
 * data does.
 * @throws RangeError on NaN, ±∞, and where there is not one number and one key of each kind a pair
 */
export function markGate(column: MarkedColumn): MarkGate {
  const { estimates, truth, keys, logMarginals, weights } = column;
  const { x, labels } = pairGroups(keys);
  const unit = resamplingUnit(estimates.length, [
    ...(keys.contexts ? [{ name: "context", keys: keys.contexts }] : []),
    { name: "x", keys: x.of },
  ]);
  if (controlsApply(keys).both) {
    const centred = centredByBoth(estimates, truth, keys, weights);
    const statistic = resampledCentredSpearman(centred);
    return { by: "centred", statistic, unit, inflation: inflationOf(centred, unit) };
  }
  const plain = { unit, inflation: 1 };
  if (column.beyondLevels) {
    return { by: "levels", statistic: column.beyondLevels(estimates), ...plain };
  }
  if (2 * aloneIn(labels) <= estimates.length) {
    const statistic = resampledWithinSpearman(estimates, truth, labels.of, weights);
    return { by: "label", statistic, ...plain };
  }
  const statistic = resampledPartialSpearman(estimates, truth, logMarginals, weights);
  return { by: "base rate", statistic, ...plain };
}

/** Contexts and coarser units are centred one by one, so they need no inflation. */
function inflationOf({ inflation }: CentredByBoth, { name }: ResamplingUnit): number {
  return name === "pair" || name === "x" ? inflation[name] : 1;
}

/** How many rows share their group with no other. */
function aloneIn({ of, count }: Clusters): number {
  const sizes = new Uint32Array(count);
  for (const group of of) {
    sizes[group]!++;
  }
  return sizes.filter((size) => size === 1).length;
}
