import {
  calibrationSlope,
  expectedCalibrationError,
  meanAbsoluteError,
  reliabilityTable,
} from "@promptnce/core/calibration";
import { resampledPartialSpearman, spearman, weightedSpearman } from "@promptnce/core/correlation";
import {
  aboveChance,
  beyondLevels,
  blindToX,
  blindToY,
  centredByBoth,
  controlsApply,
  effectiveUnits,
  FEWEST_UNITS,
  type MarkGate,
  markGate,
  resampledCentredSpearman,
  truthLevels,
} from "@promptnce/core/repeats";
import {
  type Interval,
  type Replicated,
  replicated,
  resampledSpearman,
  standardError,
  unitInterval,
} from "@promptnce/core/resampling";
import { repeatingUnit } from "../survey/repeating-unit.ts";
import type { ElicitedDistances } from "./elicited-distances.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";
import { STATISTICS_SEED } from "./statistics-seed.ts";

/** A correlation with people's numbers. */
interface Correlation {
  readonly rho: number;
  /**
   * Its bootstrap standard error; 0 if all resamples have the same ρ, and NaN if there are too few
   * pairs or units for one.
   */
  readonly rhoError: number;
  /** The 95 % interval from the same bootstrap; NaN at both ends where the error is. */
  readonly interval: Interval;
}

/** Below this number of pairs even ρ = 1 is no evidence: chance gives it in 1 of 24 orders of 4. */
export const FEWEST_PAIRS = 5;

/**
 * Scores of a method's estimates against people's numbers; ρ itself is Spearman's, of estimated and
 * true PMI.
 */
export interface Scores extends Correlation {
  /** The number of pairs with both an estimate and people's PMI. */
  readonly pairs: number;
  /**
   * The unit that is resampled whole (a field of the context, `context`, `x` or `pair`), the number
   * of units, as how many of equal weight they count (Kish), and whether these are too few to show
   * how they vary.
   */
  readonly unit: {
    readonly name: string;
    readonly count: number;
    readonly effective: number;
    readonly isFew: boolean;
  };
  /** True if each context has one x, whose PMI is 0 by definition: there is no ρ. */
  readonly isAlone?: boolean;
  /**
   * The partial Spearman correlation given the true P(y): how well the estimates rank beyond base
   * rates.
   */
  readonly beyond: Correlation;
  /** Spearman's ρ of each elicited term with people's; absent if the term was not elicited. */
  readonly terms: { readonly conditional?: number; readonly marginal?: number };
  /**
   * Spearman's ρ after centring estimates and truth by x and by label; absent if either repeats too
   * little.
   */
  readonly centred?: Correlation;
  /**
   * Spearman's ρ of two controls: base rates alone (`toX`) and each x's mean estimate (`toY`);
   * absent if not applicable.
   */
  readonly blind: { readonly toX?: number; readonly toY?: number };
  /**
   * The test of whether the estimates use both x and y, and whether it is above chance; absent if
   * there is none.
   */
  readonly gate?: { readonly by: MarkGate["by"]; readonly aboveChance: boolean };
  /**
   * The slope of the true on the estimated log P(y|x), ideally 1; absent if no conditional was
   * elicited.
   */
  readonly slope?: number;
  /**
   * The expected calibration error of P̂(y|x) over ten bins, weighted by pairs; absent if `slope`
   * is.
   */
  readonly calibrationError?: number;
  /** The mean |P̂(y|x) − P(y|x)|, at least the calibration error; absent if `slope` is. */
  readonly absoluteError?: number;
  /**
   * As how many pairs of equal weight the weighted pairs count (Kish); absent if all weigh the
   * same.
   */
  readonly effectivePairs?: number;
  /**
   * Distances of P̂(y|x) from people's P(y|x) over the labels of an x; absent if x have fewer than
   * two on average.
   */
  readonly distances?: ElicitedDistances;
}

/** A PMI up to this is 0 but for rounding. */
const ROUNDING = 1e-9;

const SCORES = { seed: `${STATISTICS_SEED}/scores`, replicates: 1000 };

/**
 * The scores over the pairs; `undefined` for fewer than three. The coarsest unit that repeats is
 * resampled whole: see
 * {@link repeatingUnit}.
 *
 * Where rows have weights, each pair counts by that of its row, in every value and in every
 * resample.
 */
export function scores(pairs: readonly PairWithTruth[]): Omit<Scores, "distances"> | undefined {
  if (pairs.length < 3) return undefined;
  const estimates = pairs.map(({ estimate }) => estimate.pmi);
  const truth = pairs.map(({ truth: { pmi } }) => pmi);
  const rates = pairs.map(({ truth: { marginal } }) => marginal);
  const keys = keysOf(pairs);
  const weights = weightsOf(pairs);
  const gate = gateOf({ estimates, truth, rates }, keys, weights);
  const unit = repeatingUnit(
    pairs.map(({ keys }, i) => ({ context: keys?.given, x: keys?.x ?? String(i) })),
  );
  const isFinite = gate !== undefined;
  const applies = controlsApply(keys);
  const centred =
    applies.both && isFinite ? centredByBoth(estimates, truth, keys, weights) : undefined;
  const statistics = [
    resampledSpearman(estimates, truth, weights),
    resampledPartialSpearman(estimates, truth, rates, weights),
    ...(centred ? [resampledCentredSpearman(centred)] : []),
    ...(gate && !centred ? [gate.statistic] : []),
  ];
  const resampling = { ...SCORES, ...(unit.clusters && { clusters: unit.clusters }) };
  const effective = effectiveUnits(pairs.length, unit, weights);
  const units = pairs.length < FEWEST_PAIRS ? Number.NaN : effective;
  const [plain, beyond, last] = replicated(statistics, pairs.length, resampling).map((made, i) =>
    correlation(made, units, i < 2 ? 1 : (gate?.inflation ?? 1)),
  );
  const [isAbove = false] = last
    ? aboveChance([{ value: last.rho, standardError: last.rhoError, units }])
    : [];
  return {
    pairs: pairs.length,
    ...plain!,
    unit: {
      name: unit.name,
      count: unit.count,
      effective,
      isFew: (weights !== undefined || unit.name !== "pair") && effective < FEWEST_UNITS,
    },
    ...(isAlone(truth, keys) && { isAlone: true }),
    beyond: beyond!,
    terms: termRhos(pairs, weights),
    ...(centred && last && { centred: last }),
    blind: {
      ...(applies.blindToX && { toX: rhoOf(blindToX(rates, "pmi"), truth, weights) }),
      ...(applies.blindToY && { toY: rhoOf(blindToY(estimates, keys, weights), truth, weights) }),
    },
    ...(gate && { gate: { by: gate.by, aboveChance: isAbove } }),
    ...calibration(pairs, weights),
    ...(weights && { effectivePairs: effectiveUnits(pairs.length, {}, weights) }),
  };
}

/** A correlation with its error and interval, by Student's t of so many units of equal weight. */
function correlation(
  { value: rho, replicates }: Replicated,
  units: number,
  inflation: number,
): Correlation {
  const { low, high } = unitInterval(replicates, units);
  const widened = (end: number): number => rho + inflation * (end - rho);
  return {
    rho,
    rhoError: units >= 2 ? inflation * standardError(replicates) : Number.NaN,
    interval: inflation === 1 ? { low, high } : { low: widened(low), high: widened(high) },
  };
}

/** The keys of pairs by column; a pair without keys counts as having its own x and label. */
function keysOf(pairs: readonly PairWithTruth[]) {
  return {
    contexts: pairs.map(({ keys }) => keys?.context ?? ""),
    x: pairs.map(({ keys }, i) => keys?.x ?? String(i)),
    labels: pairs.map(({ keys }, i) => keys?.y ?? String(i)),
  };
}

/** Whether no context has a second x, so that people's PMI is 0. */
function isAlone(truth: readonly number[], { contexts, x }: ReturnType<typeof keysOf>): boolean {
  if (truth.some((pmi) => Math.abs(pmi) > ROUNDING)) return false;
  const inputs = new Set(x.map((key, i) => JSON.stringify([contexts[i], key])));
  return inputs.size === new Set(contexts).size;
}

/** The weights of the pairs; `undefined` if all weigh the same. */
function weightsOf(pairs: readonly PairWithTruth[]): readonly number[] | undefined {
  const weights = pairs.map(({ weight = 1 }) => weight);
  return weights.every((weight) => weight === weights[0]) ? undefined : weights;
}

function rhoOf(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  weights: ArrayLike<number> | undefined,
): number {
  return weights ? weightedSpearman(estimates, truth, weights) : spearman(estimates, truth);
}

/**
 * The gate; `undefined` if an estimate, a true PMI or a log marginal is not finite. Where x repeat
 * too little to be centred, the levels of the pairs' own truth take the place of those of a dataset,
 * provided that enough is left to vary.
 */
function gateOf(
  { estimates, truth, rates }: Record<"estimates" | "truth" | "rates", readonly number[]>,
  keys: ReturnType<typeof keysOf>,
  weights: readonly number[] | undefined,
): MarkGate | undefined {
  const logMarginals = rates.map(Math.log);
  const isFinite = [estimates, truth, logMarginals].every((column) =>
    column.every(Number.isFinite),
  );
  if (!isFinite) return undefined;
  const hasLevels = controlsApply(keys).free >= FEWEST_UNITS;
  const levels = hasLevels ? beyondLevels(truth, truthLevels(truth, keys)) : undefined;
  return markGate({ estimates, truth, keys, logMarginals, beyondLevels: levels, weights });
}

function termRhos(
  pairs: readonly PairWithTruth[],
  weights: readonly number[] | undefined,
): Scores["terms"] {
  const rho = (term: "conditional" | "marginal"): number => {
    const isElicited = ({ estimate }: PairWithTruth): boolean => estimate[term] !== undefined;
    const elicited = pairs.filter(isElicited);
    if (elicited.length < 3) return Number.NaN;
    return rhoOf(
      elicited.map(({ estimate }) => estimate[term]!),
      elicited.map(({ truth }) => truth[term]),
      weights?.filter((_, i) => isElicited(pairs[i]!)),
    );
  };
  const [conditional, marginal] = [rho("conditional"), rho("marginal")];
  return {
    ...(!Number.isNaN(conditional) && { conditional }),
    ...(!Number.isNaN(marginal) && { marginal }),
  };
}

function calibration(
  pairs: readonly PairWithTruth[],
  all: readonly number[] | undefined,
): Pick<Scores, "slope" | "calibrationError" | "absoluteError"> {
  const isElicited = ({ estimate }: PairWithTruth): boolean => estimate.conditional !== undefined;
  const elicited = pairs.filter(isElicited);
  if (elicited.length <= 2) return {};
  const weights = all?.filter((_, i) => isElicited(pairs[i]!));
  const conditionals = elicited.map(({ estimate }) => estimate.conditional as number);
  const truths = elicited.map(({ truth }) => truth.conditional);
  return {
    slope: calibrationSlope(conditionals, truths, "log", weights).slope,
    calibrationError: expectedCalibrationError(reliabilityTable(conditionals, truths, { weights })),
    absoluteError: meanAbsoluteError(conditionals, truths, weights),
  };
}
