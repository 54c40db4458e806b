import type { Grounding, Pmf } from "../types.ts";
import { oncePerPool } from "./implied.ts";
import { stitched } from "./stitched.ts";
import { massOf, type Term } from "./terms.ts";

/**
 * P̂(y) from base rates asked for side by side: the labels of a trial's candidate set and OTHER in one question, grounded
 * as a single base rate is. One call for each distinct set. Sets of a pool overlap and are {@link stitched}: how many
 * times as common one label is as another counts within a set, and the share that sets left to OTHER gives the scale.
 *
 * Without a pool it is the mass in the trial's own set. A label that was said as zero wherever it is listed has zero.
 * Absent where no set that lists it could be read.
 */
export function contrastive(grounding: Grounding): Term {
  const rates = oncePerPool(({ trials, ask }) => {
    const sets = new Map(trials.map(({ candidates }) => [JSON.stringify(candidates), candidates]));
    const answers = Array.from(sets.values(), (candidates) => ask({ kind: "base-rates", candidates, grounding }));
    return stitched(answers.filter((pmf): pmf is Pmf => pmf !== undefined));
  });
  return ({ y, candidates }, ask, pool) => {
    const own = ask({ kind: "base-rates", candidates, grounding });
    const log = pool && rates(pool).get(y);
    return log === undefined ? own && massOf(own, y) : Math.min(1, Math.exp(log));
  };
}
