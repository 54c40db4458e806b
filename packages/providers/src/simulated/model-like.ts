import { type Input, type Label, normal, type Random } from "@promptnce/core";
import type { Beliefs } from "./beliefs.ts";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import type { Numbers } from "./reply-json.ts";
import { roundedMass, roundedPmi, roundedProbability } from "./rounding.ts";

/**
 * What somebody with such {@link Beliefs} says, under the errors of {@link MODEL}: one noise a number from `source`,
 * overconfidence, and the numbers that people say. The masses of a PMF are rounded one by one, so that small ones
 * become zero and the sum may miss one by a little.
 *
 * A text's log-probability comes of the same beliefs and errors, but without rounding, since nobody says a number; so do
 * all numbers where they are not `spoken`.
 */
export function modelLike(held: Beliefs, source: Random, spoken = true): Numbers {
  const said = (p: number): number => (spoken ? roundedProbability(p) : Math.min(p, 1));
  const pmf = (logOdds: readonly number[]): number[] => {
    const masses = massesOf(logOdds);
    return spoken ? masses.map(roundedMass) : masses;
  };
  const noise = (): number => MODEL.sampleSpread * normal(source);
  const logOdds = (x: Input, y: Label): number => held.logOdds(x, y) + noise();
  const conditional = (x: Input, y: Label): number => sigmoid(MODEL.overconfidence * logOdds(x, y));
  const logMarginal = (y: Label, pull: number): number => held.logMarginal(y, pull) + noise();
  return {
    // Asked for plainly or with an intervention: no error is made smaller or larger by the way of
    // asking, so that no intervention can seem to help, or to harm, by assumption.
    conditional: (x, y) => said(conditional(x, y)),
    marginal: (y, kind) =>
      said(Math.exp(logMarginal(y, kind === "grounded" ? MODEL.groundedPull : MODEL.ungroundedPull))),
    pmi(x, y) {
      const logConditional = Math.log(conditional(x, y));
      return roundedPmi(logConditional - Math.min(0, logMarginal(y, MODEL.ungroundedPull)) + held.pmiError(x, y));
    },
    closed: (x, candidates) => pmf(candidates.map((y) => logOdds(x, y))),
    open(x, candidates) {
      const listed = candidates.map((y) => logOdds(x, y));
      return pmf([...listed, held.restLogOdds(x, candidates) + noise()]);
    },
    logProbability: (x, y) =>
      x === undefined ? Math.min(0, logMarginal(y, MODEL.ungroundedPull)) : Math.log(conditional(x, y)),
  };
}

function massesOf(logOdds: readonly number[]): number[] {
  const weights = logOdds.map((value) => sigmoid(value) ** MODEL.overconfidence);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
