import {
  bootstrapSpearmanStandardError,
  calibrationSlope,
  canonicalNumber,
  expectedCalibrationError,
  reliabilityTable,
  spearman,
} from "@promptnce/core";
import { type Known, STATISTICS_SEED } from "./tally.ts";

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

const REPLICATES = 1000;

/** The scores over the pairs; `undefined` for fewer than three. */
export function scores(known: readonly Known[]): Scores | undefined {
  if (known.length < 3) return undefined;
  const estimated = canonicalNumber(known.map(({ estimate }) => estimate.pmi));
  const actual = canonicalNumber(known.map(({ truth }) => truth.pmi));
  const options = { seed: `${STATISTICS_SEED}/scores`, replicates: REPLICATES };
  const elicited = known.flatMap(({ estimate: { conditional }, truth }) =>
    conditional === undefined ? [] : [{ conditional, truth: truth.conditional }],
  );
  const conditionals = elicited.map(({ conditional }) => conditional);
  const truths = elicited.map(({ truth }) => truth);
  return {
    pairs: known.length,
    rho: spearman(estimated, actual),
    rhoError: bootstrapSpearmanStandardError(estimated, actual, options),
    ...(elicited.length > 2 && {
      slope: calibrationSlope(conditionals, truths, "log").slope,
      calibrationError: expectedCalibrationError(reliabilityTable(conditionals, truths)),
    }),
  };
}
