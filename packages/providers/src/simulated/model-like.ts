import { normal, type Random } from "@promptnce/core";
import type { Scored, Spoken } from "./asked.ts";
import type { Beliefs } from "./beliefs.ts";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import { roundedMass, roundedPmi, roundedProbability } from "./rounding.ts";
import type { Said } from "./said.ts";

/**
 * What somebody with such {@link Beliefs} says, under the errors of {@link MODEL}: one noise a
 * number from `source`, overconfidence, and the numbers that people say. The masses of a PMF are
 * rounded one by one, so that small ones become zero and the sum may miss one by a little.
 */
export function modelLike(question: Spoken, held: Beliefs, source: Random): Said {
  const noise = (): number => MODEL.sampleSpread * normal(source);
  switch (question.kind) {
    case "conditional": {
      // Asked for plainly or with an intervention: no error is made smaller or larger by the way of
      // asking, so that no intervention can seem to help, or to harm, by assumption.
      const logOdds = held.logOdds(question.x, question.y) + noise();
      return [[question.replyKey, roundedProbability(sigmoid(MODEL.overconfidence * logOdds))]];
    }
    case "marginal":
    case "grounded": {
      const pull = question.kind === "grounded" ? MODEL.groundedPull : MODEL.ungroundedPull;
      const p = Math.exp(held.logMarginal(question.y, pull) + noise());
      return [[question.replyKey, roundedProbability(p)]];
    }
    case "pmi": {
      const { x, y } = question;
      const conditional = Math.log(sigmoid(MODEL.overconfidence * (held.logOdds(x, y) + noise())));
      const marginal = Math.min(0, held.logMarginal(y, MODEL.ungroundedPull) + noise());
      return [[question.replyKey, roundedPmi(conditional - marginal + held.pmiError(x, y))]];
    }
    case "closed": {
      const logOdds = question.candidates.map((y) => held.logOdds(question.x, y) + noise());
      return pmf(question.keys, logOdds);
    }
    case "open": {
      const { x, candidates, keys, otherKey } = question;
      const logOdds = candidates.map((y) => held.logOdds(x, y) + noise());
      logOdds.push(held.restLogOdds(x, candidates) + noise());
      return pmf([...keys, otherKey], logOdds);
    }
  }
}

/**
 * The log-probability that somebody with such {@link Beliefs} gives y as a text: the same beliefs
 * and errors as of what is said, but no rounding, since nobody says a number.
 */
export function modelLikeLogProbability(question: Scored, held: Beliefs, source: Random): number {
  const { x, y } = question;
  const noise = MODEL.sampleSpread * normal(source);
  if (x === undefined) return Math.min(0, held.logMarginal(y, MODEL.ungroundedPull) + noise);
  return Math.log(sigmoid(MODEL.overconfidence * (held.logOdds(x, y) + noise)));
}

function pmf(keys: readonly string[], logOdds: readonly number[]): Said {
  const weights = logOdds.map((value) => sigmoid(value) ** MODEL.overconfidence);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return keys.map((key, i) => [key, roundedMass((weights[i] as number) / sum)]);
}

function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
