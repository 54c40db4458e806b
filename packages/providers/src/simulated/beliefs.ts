import type { Input, Label } from "@promptnce/core";
import { normal, random } from "@promptnce/core/sampling";
import { ERROR_MODEL as MODEL } from "./error-model.ts";
import type { Joint } from "./truthful.ts";

/** What the `model-like` respondent holds to be true. */
export type Beliefs = ReturnType<typeof beliefs>;

/** The beliefs about a joint distribution that a seed gives: a function of its arguments alone. */
export function beliefs(joint: Joint, seed: string | number) {
  const error = (about: string, ...of: unknown[]): number =>
    normal(random(JSON.stringify([seed, about, ...of])));
  // A prompt over a set asks of one x for each of its labels.
  let last: { readonly x: Input; readonly sorted: ReturnType<typeof fields> } | undefined;
  const fieldsOf = (x: Input): ReturnType<typeof fields> => {
    if (last?.x !== x) last = { x, sorted: fields(x) };
    return last.sorted;
  };
  return {
    /** Log-odds of P(y|x), with the lasting error about that pair. */
    logOdds: (x: Input, y: Label): number =>
      logit(joint.conditional(x, y)) + MODEL.pairSpread * error("pair", fieldsOf(x), y),
    /** Log-odds that the response to x is none of the candidates. */
    restLogOdds(x: Input, candidates: readonly Label[]): number {
      const listed = candidates.reduce((sum, y) => sum + joint.conditional(x, y), 0);
      const lasting = error("rest", fieldsOf(x), candidates.toSorted());
      return logit(1 - listed) + MODEL.pairSpread * lasting;
    },
    /** log P(y), pulled towards the label's general frequency by `pull` in [0, 1]. */
    logMarginal(y: Label, pull: number): number {
      const general =
        -Math.log(joint.marginal.size) + MODEL.frequencySpread * error("frequency", y);
      const known = joint.marginal.get(y) ?? 0;
      // Of a label that the dataset does not have, only the general frequency is known.
      const mixed = known > 0 ? (1 - pull) * Math.log(known) + pull * general : general;
      return mixed + MODEL.labelSpread * error("label", y);
    },
    /** The lasting error, in nats, of doing the subtraction of a PMI in the head. */
    pmiError: (x: Input, y: Label): number => MODEL.pmiSpread * error("pmi", fieldsOf(x), y),
  };
}

/** Fields by name, so that the order in which they were read does not matter. */
function fields(x: Input): readonly (readonly [string, string])[] {
  return Object.entries(x).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function logit(p: number): number {
  const held = Math.min(Math.max(p, MODEL.floor), 1 - MODEL.floor);
  return Math.log(held) - Math.log1p(-held);
}
