import type { Input, Joint, Label } from "@promptnce/core";
import { normal, random } from "@promptnce/core/sampling";
import { ERROR_MODEL as MODEL } from "./error-model.ts";

/** The probabilities that the `model-like` respondent believes in. */
export type Beliefs = ReturnType<typeof beliefs>;

/**
 * Beliefs about a joint distribution: the truth with lasting errors, which depend on the seed and
 * the arguments alone.
 */
export function beliefs(joint: Joint, seed: string | number) {
  const error = (about: string, ...of: unknown[]): number =>
    normal(random(JSON.stringify([seed, about, ...of])));
  // A prompt over a candidate set needs the fields of one x for each label.
  let last: { readonly x: Input; readonly sorted: ReturnType<typeof fields> } | undefined;
  const fieldsOf = (x: Input): ReturnType<typeof fields> => {
    if (last?.x !== x) last = { x, sorted: fields(x) };
    return last.sorted;
  };
  return {
    /** The log-odds of P(y|x), with the lasting error about that pair. */
    logOdds: (x: Input, y: Label): number =>
      logit(joint.conditional(x, y)) + MODEL.pairSpread * error("pair", fieldsOf(x), y),
    /** The log-odds that the response to x is none of the candidates. */
    restLogOdds(x: Input, candidates: readonly Label[]): number {
      const listed = candidates.reduce((sum, y) => sum + joint.conditional(x, y), 0);
      const lasting = error("rest", fieldsOf(x), candidates.toSorted());
      return logit(1 - listed) + MODEL.pairSpread * lasting;
    },
    /** log P(y), pulled towards the label's general frequency by `pull` in [0, 1]. */
    logMarginal(y: Label, pull: number): number {
      const general =
        -Math.log(joint.marginal.size) + MODEL.frequencySpread * error("frequency", y);
      const baseRate = joint.marginal.get(y) ?? 0;
      // A label outside the dataset has only a general frequency.
      const mixed = baseRate > 0 ? (1 - pull) * Math.log(baseRate) + pull * general : general;
      return mixed + MODEL.labelSpread * error("label", y);
    },
    /** The lasting error, in nats, of a PMI that is subtracted mentally. */
    pmiError: (x: Input, y: Label): number => MODEL.pmiSpread * error("pmi", fieldsOf(x), y),
  };
}

/** The fields sorted by name, so that the order in which they were read does not matter. */
function fields(x: Input): readonly (readonly [string, string])[] {
  return Object.entries(x).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function logit(p: number): number {
  const clamped = Math.min(Math.max(p, MODEL.floor), 1 - MODEL.floor);
  return Math.log(clamped) - Math.log1p(-clamped);
}
