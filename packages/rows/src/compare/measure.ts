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

/** What two runs are compared in. */
export type MeasureName = "rho" | "error" | "agreement" | "shift";

/** One figure of a comparison with its 95 % interval, resampled by context or x. NaN where there is none. */
export interface Measure extends Interval {
  readonly name: MeasureName;
  readonly pairs: number;
  readonly inputs: number;
  /** The figure of each run; absent where it is of both together. */
  readonly a?: number;
  readonly b?: number;
  /** The 95 % interval of each run's figure, by the same resamples; of `rho` alone. */
  readonly intervalA?: Interval;
  readonly intervalB?: Interval;
  /** A less B; of `agreement`, the correlation of the two. */
  readonly value: number;
  /** Two-sided, of no difference; absent of `agreement`, which is no difference. */
  readonly p?: number;
}

const REPLICATES = 2000;

/**
 * The measures of a group. Where people's numbers are known, of the pairs that have them: Spearman's ρ of either run
 * with them (`rho`) and, where both runs estimate the same quantity, the mean absolute error (`error`). Elsewhere the
 * runs with each other: Spearman's ρ (`agreement`) and the mean of A less B (`shift`). Pairs of one x are drawn
 * together: their estimates share prompts. None for fewer than three pairs, any two of which correlate perfectly.
 */
export function measures(pairs: readonly SharedPair[]): Measure[] {
  const known = pairs.filter(({ truth }) => truth !== undefined);
  if (known.length > 0) return known.length < 3 ? [] : withTruth(known);
  return pairs.length < 3 ? [] : withEachOther(pairs);
}

function withTruth(pairs: readonly SharedPair[]): Measure[] {
  const truth = pairs.map((pair) => pair.truth ?? Number.NaN);
  const sides = [pairs.map(({ a }) => a), pairs.map(({ b }) => b)];
  const correlations = sides.map((side) => resampledSpearman(side, truth));
  const rho = difference("rho", pairs, correlations);
  if (!pairs.every(({ sameScale }) => sameScale)) return [rho];
  const errors = sides.map((side) => side.map((value, i) => Math.abs(value - truth[i]!)));
  return [
    rho,
    difference(
      "error",
      pairs,
      errors.map((values) => resampledMean(values)),
    ),
  ];
}

function withEachOther(pairs: readonly SharedPair[]): Measure[] {
  const [a, b] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)];
  const together = resampledSpearman(a, b);
  const [{ value, replicates }] = resampled(pairs, [together]) as [Replicated];
  const agreement = { ...sizes("agreement", pairs), value, ...percentileInterval(replicates) };
  return [agreement, difference("shift", pairs, [resampledMean(a), resampledMean(b)])];
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

/** By what {@link comparedUnit} says. */
function resampled(pairs: readonly SharedPair[], statistics: readonly Statistic[]): Replicated[] {
  const { clusters } = comparedUnit(pairs);
  return replicated(statistics, pairs.length, {
    seed: "compare",
    replicates: REPLICATES,
    clusters,
  });
}
