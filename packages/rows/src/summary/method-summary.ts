import {
  calibrationSlope,
  expectedCalibrationError,
  meanAbsoluteError,
} from "@promptnce/core/calibration";
import { elicitedDecomposition } from "@promptnce/core/information";
import { percentileInterval } from "@promptnce/core/resampling";
import { reliabilityTable } from "@promptnce/core/calibration";
import { resampledPartialSpearman } from "@promptnce/core/correlation";
import { replicated, resampledSpearman, standardError } from "@promptnce/core/resampling";
import type { Coherence } from "@promptnce/core/coherence";
import type { Interval } from "@promptnce/core/resampling";
import {
  type Known,
  type MethodTally,
  type Reservoir,
  STATISTICS_SEED,
  type RunTally,
} from "./tally.ts";

/** What one method's estimates look like. */
export interface MethodSummary
  extends
    Partial<Coherence>,
    Partial<Pick<MethodTally, "failed">>,
    Pick<MethodTally, "method" | "estimates" | "unreadable" | "doubtful" | "shown" | "belowClamp"> {
  /** The ranking by rarity alone against the method's own. */
  readonly rhoMarginal?: number;
  readonly scores?: Scores | undefined;
  /** What was drawn of the estimates with both terms, which the ρ of rarity is of; absent where all are. */
  readonly termsDrawn?: Drawn | undefined;
  /** Of those with a truth, which the scores are of; absent likewise. */
  readonly knownDrawn?: Drawn | undefined;
}

/** How many there were, and how many of them were drawn. */
export interface Drawn {
  readonly kept: number;
  readonly of: number;
}

/** How a method's estimates compare with what people did. */
export interface Scores {
  /** Pairs that have both. */
  readonly pairs: number;
  /** Spearman's ρ of estimated and true PMI, with its bootstrap standard error. */
  readonly rho: number;
  readonly rhoError: number;
  /** The middle 95 % of the same bootstrap. */
  readonly interval: Interval;
  /** The partial correlation given the true P(y), likewise: how well they rank beyond base rates. */
  readonly beyond: { readonly rho: number; readonly rhoError: number; readonly interval: Interval };
  /** Of true on estimated log P(y|x), ideal 1; absent where no conditional was elicited. */
  readonly slope?: number;
  /** How far the mean P̂(y|x) of each of ten bins is from the mean P(y|x), on average over pairs; absent likewise. */
  readonly calibrationError?: number;
  /** How far a P̂(y|x) is from its P(y|x), on average: never less than the calibration error; absent likewise. */
  readonly absoluteError?: number;
}

/** The statistics of all methods of a run, from what was tallied. */
export function methodSummaries({ methods }: Pick<RunTally, "methods">): MethodSummary[] {
  return methods.map(({ coherence, terms, known, ...counts }) => {
    const { rhoMarginal, n } = elicitedDecomposition(terms.kept);
    return {
      ...counts,
      ...coherence.coherence,
      ...(n > 1 && { rhoMarginal }),
      scores: scores(known.kept),
      termsDrawn: drawnOf(terms),
      knownDrawn: drawnOf(known),
    };
  });
}

function drawnOf({ kept, seen }: Pick<Reservoir<unknown>, "kept" | "seen">): Drawn | undefined {
  return seen > kept.length ? { kept: kept.length, of: seen } : undefined;
}

const SCORES = { seed: `${STATISTICS_SEED}/scores`, replicates: 1000 };

/** The scores over the pairs; `undefined` for fewer than three. */
export function scores(known: readonly Known[]): Scores | undefined {
  if (known.length < 3) return undefined;
  const estimated = known.map(({ estimate }) => estimate.pmi);
  const actual = known.map(({ truth }) => truth.pmi);
  const rates = known.map(({ truth }) => truth.marginal);
  const statistics = [
    resampledSpearman(estimated, actual),
    resampledPartialSpearman(estimated, actual, rates),
  ];
  const [own, beyond] = replicated(statistics, known.length, SCORES).map(
    ({ value, replicates }) => {
      return {
        rho: value,
        rhoError: standardError(replicates),
        interval: percentileInterval(replicates),
      };
    },
  );
  const elicited = known.filter(({ estimate }) => estimate.conditional !== undefined);
  const conditionals = elicited.map(({ estimate }) => estimate.conditional as number);
  const truths = elicited.map(({ truth }) => truth.conditional);
  return {
    pairs: known.length,
    ...own!,
    beyond: beyond!,
    ...(elicited.length > 2 && {
      slope: calibrationSlope(conditionals, truths, "log").slope,
      calibrationError: expectedCalibrationError(reliabilityTable(conditionals, truths)),
      absoluteError: meanAbsoluteError(conditionals, truths),
    }),
  };
}
