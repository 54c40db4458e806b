import type { Input, Label } from "@promptnce/core";
import { normal, type Random } from "@promptnce/core/sampling";
import type { Beliefs } from "./beliefs.ts";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import type { Numbers } from "./reply-json.ts";

/**
 * The answers of a respondent with these {@link Beliefs}, under the errors of {@link MODEL}: noise
 * from `source` in each number, overconfidence, and rounding to numbers that people say. The masses
 * of a PMF are rounded one by one, so that small ones become zero and the sum may differ slightly
 * from one.
 *
 * The log-probability of a text has the same errors without rounding, since no number is said. If
 * not `spoken`, probabilities and masses are not rounded either.
 */
export function modelLike(held: Beliefs, source: Random, spoken = true): Numbers {
  const stated = (p: number): number => (spoken ? roundedProbability(p) : Math.min(p, 1));
  const pmf = (weights: readonly number[]): number[] => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => (spoken ? roundedMass(weight / sum) : weight / sum));
  };
  const noise = (): number => MODEL.sampleSpread * normal(source);
  const logOdds = (x: Input, y: Label): number => held.logOdds(x, y) + noise();
  const conditional = (x: Input, y: Label): number => sigmoid(MODEL.overconfidence * logOdds(x, y));
  const logMarginal = (y: Label, pull: number): number => held.logMarginal(y, pull) + noise();
  return {
    // An intervention in the prompt changes no error, so that none can seem to help or to harm by
    // assumption.
    conditional: (x, y) => stated(conditional(x, y)),
    marginal: (y, kind) =>
      stated(
        Math.exp(logMarginal(y, kind === "grounded" ? MODEL.groundedPull : MODEL.ungroundedPull)),
      ),
    pmi(x, y) {
      const logConditional = Math.log(conditional(x, y));
      const logBase = Math.min(0, logMarginal(y, MODEL.ungroundedPull));
      return roundedPmi(logConditional - logBase + held.pmiError(x, y));
    },
    closed: (x, candidates) => pmf(candidates.map((y) => overconfident(logOdds(x, y)))),
    open(x, candidates) {
      const listed = candidates.map((y) => overconfident(logOdds(x, y)));
      return pmf([...listed, overconfident(held.restLogOdds(x, candidates) + noise())]);
    },
    logProbability: (x, y) =>
      x === undefined
        ? Math.min(0, logMarginal(y, MODEL.ungroundedPull))
        : Math.log(conditional(x, y)),
  };
}

function overconfident(logOdds: number): number {
  return sigmoid(logOdds) ** MODEL.overconfidence;
}

function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

const FIRST_DIGITS = [1, 2, 3, 5, 8, 10] as const;
const NEAR_ONE = [0.9, 0.92, 0.95, 0.97, 0.98, 0.99] as const;

/**
 * The number that people would say for a probability: below 0.1, one with the first digit 1, 2, 3,
 * 5 or 8 whose logarithm is nearest; up to 0.9, a multiple of 0.05; above, at most 0.99. It is
 * above zero if the probability is, as the prompts require.
 */
export function roundedProbability(p: number): number {
  if (p > 0.9) return nearest(NEAR_ONE, p, (value) => value);
  if (p >= 0.1) return Math.round(p * 20) / 20;
  const power = Math.floor(Math.log10(p));
  const digit = nearest(FIRST_DIGITS, p / 10 ** power, Math.log);
  return Number(`${digit}e${power}`);
}

/** A mass of a PMF, rounded to two decimals, so that less than 0.005 becomes 0. */
export function roundedMass(p: number): number {
  return Math.round(p * 100) / 100;
}

/** A PMI in nats, rounded to one decimal. */
export function roundedPmi(nats: number): number {
  return Math.round(nats * 10) / 10;
}

function nearest(values: readonly number[], to: number, scale: (value: number) => number): number {
  const distance = (value: number): number => Math.abs(scale(value) - scale(to));
  return values.reduce((best, value) => (distance(value) < distance(best) ? value : best));
}
