import {
  bootstrapSpearmanStandardError,
  calibrationSlope,
  elicitedDecomposition,
  expectedCalibrationError,
  reliabilityTable,
  spearman,
} from "@promptnce/core";
import type { Reservoir } from "./reservoir.ts";
import { type Known, type MethodTally, STATISTICS_SEED, type Tally } from "./tally.ts";

/** What one method's estimates look like. */
export interface MethodSummary extends Pick<
  MethodTally,
  "method" | "estimates" | "unreadable" | "doubtful" | "shown" | "belowClamp"
> {
  /** Mean mass on OTHER; absent where no set was open. */
  readonly meanOther?: number | undefined;
  /** Var[log P̂(y)] / Var[log P̂(y|x)] of all estimates; absent where there is no such pair of terms. */
  readonly R?: number;
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
  /** Of true on estimated log P(y|x), ideal 1; absent where no conditional was elicited. */
  readonly slope?: number;
  /** Mean distance of P̂(y|x) from P(y|x) over ten bins; absent likewise. */
  readonly calibrationError?: number;
}

/** The statistics of all methods of a run, from what was tallied. */
export function methodSummaries({ methods }: Pick<Tally, "methods">): MethodSummary[] {
  return methods.map(({ other, open, conditional, marginal, terms, known, ...counts }) => {
    const { rhoMarginal, n } = elicitedDecomposition(terms.kept);
    return {
      ...counts,
      meanOther: open > 0 ? other / open : undefined,
      ...(n > 1 && { R: marginal.sumOfSquares / conditional.sumOfSquares, rhoMarginal }),
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
  const elicited = known.filter(({ estimate }) => estimate.conditional !== undefined);
  const conditionals = elicited.map(({ estimate }) => estimate.conditional as number);
  const truths = elicited.map(({ truth }) => truth.conditional);
  return {
    pairs: known.length,
    rho: spearman(estimated, actual),
    rhoError: bootstrapSpearmanStandardError(estimated, actual, SCORES),
    ...(elicited.length > 2 && {
      slope: calibrationSlope(conditionals, truths, "log").slope,
      calibrationError: expectedCalibrationError(reliabilityTable(conditionals, truths)),
    }),
  };
}

/**
 * ρ_marg from which rarity gives much of a ranking. Where the two terms vary independently ρ_marg is √(R / (1 + R)),
 * which is this at R = 1: R and ρ_marg then never disagree.
 */
const MUCH = Math.SQRT1_2;

/**
 * Which term decides the ranking, by both numbers: R says which varies more, and ρ_marg whether the ranking is that of
 * rarity. Where they disagree the two terms do not vary independently, and both decide it. `undefined` where nothing
 * varies.
 */
export function decidedBy({
  R = Number.NaN,
  rhoMarginal = Number.NaN,
}: Pick<MethodSummary, "R" | "rhoMarginal">): "base rates" | "conditionals" | "both" | undefined {
  if (Number.isNaN(R)) return undefined;
  const rates = R > 1;
  // Of a base rate that does not vary there is no ρ_marg; it decides nothing.
  if (!Number.isNaN(rhoMarginal) && rates !== rhoMarginal >= MUCH) return "both";
  return rates ? "base rates" : "conditionals";
}
