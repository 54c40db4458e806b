import {
  bootstrap,
  canonicalNumber,
  pairedDifference,
  percentileInterval,
  resampledMean,
  resampledSpearman,
} from "@promptnce/core";
import type { BootstrapOptions, Interval, ResampledStatistic } from "@promptnce/core";
import type { SharedPair } from "./pair-up.ts";

/** What two runs are compared in. */
export type MeasureName = "rho" | "error" | "agreement" | "shift";

/** One figure of a comparison with its 95 % interval, resampled by x. NaN where there is none. */
export interface Measure extends Interval {
  readonly name: MeasureName;
  readonly pairs: number;
  /** How many different x they have. */
  readonly inputs: number;
  /** The figure of each run; absent where it is of both together. */
  readonly a?: number;
  readonly b?: number;
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
  const sides = [pairs.map(({ a }) => a), pairs.map(({ b }) => b)] as const;
  const ranked = canonicalNumber(truth);
  const rho = difference("rho", pairs, [
    resampledSpearman(canonicalNumber(sides[0]), ranked),
    resampledSpearman(canonicalNumber(sides[1]), ranked),
  ]);
  if (!pairs.every(({ sameScale }) => sameScale)) return [rho];
  const errors = sides.map((side) => side.map((value, i) => Math.abs(value - truth[i]!)));
  const [a, b] = errors.map(resampledMean) as [ResampledStatistic, ResampledStatistic];
  return [rho, difference("error", pairs, [a, b])];
}

function withEachOther(pairs: readonly SharedPair[]): Measure[] {
  const [a, b] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)];
  const together = resampledSpearman(canonicalNumber(a), canonicalNumber(b));
  const [replicates] = bootstrap([together], pairs.length, optionsFor(pairs));
  const agreement: Measure = {
    ...sizes("agreement", pairs),
    value: together(all(pairs)),
    ...percentileInterval(replicates!),
  };
  return [agreement, difference("shift", pairs, [resampledMean(a), resampledMean(b)])];
}

function difference(
  name: MeasureName,
  pairs: readonly SharedPair[],
  statistics: readonly [ResampledStatistic, ResampledStatistic],
): Measure {
  const [ofA, ofB] = bootstrap(statistics, pairs.length, optionsFor(pairs));
  const [a, b] = [statistics[0](all(pairs)), statistics[1](all(pairs))];
  const {
    difference: value,
    low,
    high,
    p,
  } = pairedDifference({ value: a, replicates: ofA! }, { value: b, replicates: ofB! });
  return { ...sizes(name, pairs), a, b, value, low, high, p };
}

function sizes(name: MeasureName, pairs: readonly SharedPair[]) {
  const inputs = new Set(pairs.map(({ input }) => input)).size;
  return { name, pairs: pairs.length, inputs };
}

function optionsFor(pairs: readonly SharedPair[]): BootstrapOptions {
  const clusters = pairs.map(({ input }) => input);
  return { seed: "compare", replicates: REPLICATES, clusters };
}

/** Each pair once: the data themselves. */
function all(pairs: readonly SharedPair[]): Uint32Array {
  return new Uint32Array(pairs.length).fill(1);
}
