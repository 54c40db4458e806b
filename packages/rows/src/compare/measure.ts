import {
  pairedDifference,
  percentileInterval,
  replicated,
  resampledMean,
  resampledSpearman,
} from "@promptnce/core/resampling";
import type {
  Interval,
  Replicated,
  ResampledStatistic as Statistic,
} from "@promptnce/core/resampling";
import { comparedUnit } from "./compared-unit.ts";
import type { SharedPair } from "./pair-up.ts";

/** The name of a figure by which two runs are compared. */
export type MeasureName = "rho" | "error" | "agreement" | "shift";

/**
 * One figure of a comparison with its bootstrap 95 % interval, resampled by context or x. NaN if
 * undefined.
 */
export interface Measure extends Interval {
  readonly name: MeasureName;
  readonly pairs: number;
  readonly inputs: number;
  /** The figure of each run; absent for `agreement`, which belongs to both. */
  readonly a?: number;
  readonly b?: number;
  /** The 95 % interval of each run's figure, from the same resamples; for `rho` only. */
  readonly intervalA?: Interval;
  readonly intervalB?: Interval;
  /** The figure of A minus that of B; for `agreement`, the correlation of the two runs. */
  readonly value: number;
  /** The two-sided p-value of no difference; absent for `agreement`, which is no difference. */
  readonly p?: number;
}

const REPLICATES = 2000;

/**
 * The measures of a group; none for fewer than three pairs, since two always correlate perfectly.
 *
 * If people's numbers are known, the measures cover the pairs that have them: Spearman's ρ of each
 * run with people (`rho`) and, if both runs estimate the same quantity, the mean absolute error
 * (`error`). Otherwise the runs are compared with each other: Spearman's ρ (`agreement`) and the
 * mean of A − B (`shift`). Pairs of one x are resampled together, because their estimates share
 * prompts. If rows have weights, all these are of weighted pairs.
 */
export function measures(pairs: readonly SharedPair[]): Measure[] {
  const pairsWithTruth = pairs.filter(({ truth }) => truth !== undefined);
  if (pairsWithTruth.length > 0) return pairsWithTruth.length < 3 ? [] : withTruth(pairsWithTruth);
  return pairs.length < 3 ? [] : withEachOther(pairs);
}

/** The weights of the pairs; `undefined` if all weigh the same. */
function weightsOf(pairs: readonly SharedPair[]): readonly number[] | undefined {
  const weights = pairs.map(({ weight = 1 }) => weight);
  return weights.every((weight) => weight === weights[0]) ? undefined : weights;
}

function withTruth(pairs: readonly SharedPair[]): Measure[] {
  const truth = pairs.map((pair) => pair.truth ?? Number.NaN);
  const sides = [pairs.map(({ a }) => a), pairs.map(({ b }) => b)];
  const weights = weightsOf(pairs);
  const correlations = sides.map((side) => resampledSpearman(side, truth, weights));
  const rho = difference("rho", pairs, correlations);
  if (!pairs.every(({ sameScale }) => sameScale)) return [rho];
  const errors = sides.map((side) => side.map((value, i) => Math.abs(value - truth[i]!)));
  return [
    rho,
    difference(
      "error",
      pairs,
      errors.map((values) => resampledMean(values, weights)),
    ),
  ];
}

function withEachOther(pairs: readonly SharedPair[]): Measure[] {
  const [a, b] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)];
  const weights = weightsOf(pairs);
  const together = resampledSpearman(a, b, weights);
  const [{ value, replicates }] = resampled(pairs, [together]) as [Replicated];
  const agreement = { ...sizes("agreement", pairs), value, ...percentileInterval(replicates) };
  const means = [resampledMean(a, weights), resampledMean(b, weights)];
  return [agreement, difference("shift", pairs, means)];
}

function difference(
  name: MeasureName,
  pairs: readonly SharedPair[],
  statistics: readonly Statistic[],
): Measure {
  const [a, b] = resampled(pairs, statistics) as [Replicated, Replicated];
  const { difference: value, low, high, p } = pairedDifference(a, b);
  const [intervalA, intervalB] = [a, b].map(({ replicates }) => percentileInterval(replicates));
  const intervals = name === "rho" && { intervalA: intervalA!, intervalB: intervalB! };
  return { ...sizes(name, pairs), a: a.value, b: b.value, ...intervals, value, low, high, p };
}

function sizes(name: MeasureName, pairs: readonly SharedPair[]) {
  return { name, pairs: pairs.length, inputs: new Set(pairs.map(({ input }) => input)).size };
}

/** The statistics over resamples of the unit that {@link comparedUnit} chooses. */
function resampled(pairs: readonly SharedPair[], statistics: readonly Statistic[]): Replicated[] {
  const { clusters } = comparedUnit(pairs);
  return replicated(statistics, pairs.length, {
    seed: "compare",
    replicates: REPLICATES,
    clusters,
  });
}
