import type { Clusters, ResampledStatistic } from "../numerics/resampler.ts";
import { resampledPartialSpearman } from "../correlation/partial-spearman.ts";
import { resampledWithinSpearman } from "../resampling/resampled-spearman.ts";
import { beyondLevels, type TruthLevels, truthLevels } from "./beyond-levels.ts";
import { controlsApply } from "./blind-controls.ts";
import { centredByBoth, type CentredByBoth, resampledCentredSpearman } from "./centred-by-both.ts";
import { cellKeys, pairGroups, type PairKeys } from "./pair-groups.ts";
import { FEWEST_UNITS, type ResamplingUnit, resamplingUnit } from "./resampling-unit.ts";

/** The pairs that columns of estimates are judged on: a number or key a pair, in typed columns. */
export interface GatePairs {
  /** PMI in nats, or ln P(y | x, c), as people have it. */
  readonly truth: ArrayLike<number>;
  readonly keys: PairKeys;
  /**
   * How many labels people gave to the x of each pair, in the dataset that the pairs are a sample
   * of (`labelsOfX`). Counted among the pairs if not given.
   */
  readonly labelsOfX?: ArrayLike<number> | undefined;
  /** ln P(y | c), as people have it; not finite where that is not known. */
  readonly logMarginals: ArrayLike<number>;
  /** Those of `truthLevels` over that dataset; over the pairs themselves if not given. */
  readonly levels?: TruthLevels | undefined;
  /** What is resampled whole: contexts, else x, else pairs, by {@link resamplingUnit}, if not given. */
  readonly unit?: ResamplingUnit | undefined;
}

/** The statistic that decides whether a mark may stand, and how it is resampled. */
export interface MarkGate {
  readonly by: "centred" | "levels" | "label" | "base rate";
  readonly statistic: ResampledStatistic;
  readonly unit: ResamplingUnit;
  /** Factor for the bootstrap standard error, at least 1. */
  readonly inflation: number;
}

/** The gate of a column of estimates: PMI in nats, or ln P̂(y | x, c), a number a pair. */
export type GateOf = (estimates: ArrayLike<number>) => MarkGate;

/**
 * The correlation with the truth that must be above chance for a mark to stand, since it shows that
 * estimates tell which y goes with which x. A cell is a label together with the number of labels
 * that an x has, within a context. Any function of cells, plus any function of x, has an expected
 * correlation of 0: base rates, 1/n, and whatever mixture of the two a respondent makes that never
 * looks at which label goes with which x. The first that applies:
 * - `centred`: ρ after the means of each x and of each cell are taken out, where both repeat enough;
 * - `levels`: the partial correlation given the levels that x and cells have in the dataset, or
 *   among the pairs themselves where ten or more of these are free to vary;
 * - `label`: ρ within cells, where half of the pairs or more share theirs with another;
 * - `base rate`: partial ρ beyond ln P(y | c).
 *
 * A cell of a single pair carries no information on this, and has no part in the first three. The
 * last two detect a method that is blind to x, but not one that is blind to y: nothing in such data
 * does. `undefined` where only the base rate is left and people's is not known of every pair.
 * @throws RangeError where another number is NaN or ±∞, and where there is not one number and one
 * key of each kind a pair
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * const gateOf = markGate({ truth: [1, 0, 0, 1], keys, logMarginals: [-0.7, -0.7, -0.7, -0.7] });
 * gateOf([0.9, 0.2, 0.1, 0.8]).by; // → "centred"
 */
export function markGate({ truth, keys, logMarginals, ...given }: GatePairs): GateOf | undefined {
  const cells = cellKeys(keys, given.labelsOfX);
  const { x, labels } = pairGroups(cells);
  const applies = controlsApply(cells);
  const { unit = usualUnit(keys) } = given;
  if (applies.both) {
    return (estimates) => {
      const centred = centredByBoth(estimates, truth, cells);
      const statistic = resampledCentredSpearman(centred);
      return { by: "centred", statistic, unit, inflation: inflationOf(centred, unit) };
    };
  }
  const plain = { unit, inflation: 1 };
  const ownLevels = applies.free >= FEWEST_UNITS;
  const levels = given.levels ?? (ownLevels ? truthLevels(truth, keys) : undefined);
  if (levels) {
    const beyond = beyondLevels(truth, levels);
    return (estimates) => ({ by: "levels", statistic: beyond(estimates), ...plain });
  }
  if (2 * aloneIn(labels) <= x.of.length) {
    return (estimates) => {
      const statistic = resampledWithinSpearman(estimates, truth, labels.of);
      return { by: "label", statistic, ...plain };
    };
  }
  if (!Array.from(logMarginals).every(Number.isFinite)) return undefined;
  return (estimates) => {
    const statistic = resampledPartialSpearman(estimates, truth, logMarginals);
    return { by: "base rate", statistic, ...plain };
  };
}

/** Whole contexts, else whole x, where these hold two pairs or more on average. */
function usualUnit(keys: PairKeys): ResamplingUnit {
  const { x } = pairGroups(keys);
  return resamplingUnit(x.of.length, [
    ...(keys.contexts ? [{ name: "context", keys: keys.contexts }] : []),
    { name: "x", keys: x.of },
  ]);
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
