import type { Clusters, ResampledStatistic } from "../numerics/resampler.ts";
import { resampledPartialSpearman } from "../correlation/partial-spearman.ts";
import { resampledWithinSpearman } from "../resampling/resampled-spearman.ts";
import { beyondLevels, type TruthLevels, truthLevels } from "./beyond-levels.ts";
import { controlsApply } from "./blind-controls.ts";
import { centredByBoth, type CentredByBoth, resampledCentredSpearman } from "./centred-by-both.ts";
import { cellKeys, pairGroups, type PairKeys } from "./pair-groups.ts";
import { FEWEST_UNITS, type ResamplingUnit, resamplingUnit } from "./resampling-unit.ts";

/**
 * The pairs on which columns of estimates are judged, as columns with one number or key for each
 * pair.
 */
export interface GatePairs {
  /** People's PMI in nats, or ln P(y | x, c). */
  readonly truth: ArrayLike<number>;
  readonly keys: PairKeys;
  /**
   * The number of labels that people gave to the x of each pair, in the dataset that the pairs are
   * sampled from (`labelsOfX`); by default counted among the pairs.
   */
  readonly labelsOfX?: ArrayLike<number> | undefined;
  /** People's ln P(y | c); not finite where it is not known. */
  readonly logMarginals: ArrayLike<number>;
  /** The `truthLevels` of that dataset; by default those of the pairs themselves. */
  readonly levels?: TruthLevels | undefined;
  /**
   * The unit that is resampled whole; by default contexts, x or pairs, by {@link resamplingUnit}.
   */
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

/** The gate of a column of estimates: PMI in nats or ln P̂(y | x, c), one number for each pair. */
export type GateOf = (estimates: ArrayLike<number>) => MarkGate;

/**
 * The correlation with the truth that must be above chance for a mark to stand, since it shows that
 * estimates tell which y goes with which x. A cell is a label together with the number of labels of
 * an x, within a context. Any function of cells plus any function of x has an expected correlation
 * of 0: base rates, 1/n, and any mixture of the two by a respondent that ignores which label goes
 * with which x. The first of these that applies:
 * - `centred`: ρ after centring by x and by cell, if both repeat enough;
 * - `levels`: the partial correlation given the levels of x and of cells in the dataset, or among
 *   the pairs themselves if ten or more of them remain free;
 * - `label`: ρ within cells, if at least half of the pairs share their cell with another;
 * - `base rate`: partial ρ beyond ln P(y | c).
 *
 * A cell of a single pair carries no information about this and has no part in the first three. The
 * last two detect a method that ignores x, but not one that ignores y, which nothing in such data
 * does. The result is `undefined` if only the base rate remains and people's is not known for every
 * pair.
 * @throws RangeError if any other number is NaN or ±∞, and on columns of unequal length
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

/** Whole contexts, or else whole x, if they hold two or more pairs on average. */
function usualUnit(keys: PairKeys): ResamplingUnit {
  const { x } = pairGroups(keys);
  return resamplingUnit(x.of.length, [
    ...(keys.contexts ? [{ name: "context", keys: keys.contexts }] : []),
    { name: "x", keys: x.of },
  ]);
}

/** Contexts and coarser units are centred separately, so they need no inflation. */
function inflationOf({ inflation }: CentredByBoth, { name }: ResamplingUnit): number {
  return name === "pair" || name === "x" ? inflation[name] : 1;
}

/** The number of rows that are alone in their group. */
function aloneIn({ of, count }: Clusters): number {
  const sizes = new Uint32Array(count);
  for (const group of of) {
    sizes[group]!++;
  }
  return sizes.filter((size) => size === 1).length;
}
