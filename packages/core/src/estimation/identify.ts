import { pmi, ZERO_CLAMP } from "../statistics/pmi.ts";
import type { Ask, Estimator, Pool, Trial } from "../types.ts";
import { oncePerPool } from "./implied.ts";
import { stitched } from "./stitched.ts";
import { massOf, none, type Term } from "./terms.ts";

/**
 * PMI from which candidate is the true one when the others were drawn from P(y) (Section 2.2): that posterior is a
 * softmax of PMI (Equation 2), so that ratios within a set need no base rate. The constant that Equation 2 leaves open
 * comes of E[exp PMI(x,Y)] = 1 over P(y), which holds for each x: distractors are draws from P(y), and their mean stands
 * for the expectation. With a marginal, candidates count by P̂(y) and that mean stands for the unlisted labels alone.
 *
 * Where answers are true it is PMI itself if there is a marginal and the set holds all labels. Else it tends to PMI with
 * K, slowly where exp PMI has a long tail; without a marginal to the log odds ratio, since y is no distractor of its own,
 * which is PMI for labels that are rare. Sets about one x in a pool are {@link stitched}. Absent for a set of one.
 */
export function identify(marginal: Term | typeof none = none): Estimator {
  const inSet = (trial: Trial, ask: Ask, pool?: Pool) => {
    const { x, y, candidates: labels } = trial;
    const posterior = ask({ kind: "identify", x, candidates: labels });
    const rates = labels.map((label) => (marginal === none ? 0 : marginal({ ...trial, y: label }, ask, pool)));
    const own = posterior && massOf(posterior, y);
    if (own === undefined || rates[labels.indexOf(y)] === undefined || labels.length < 2) return undefined;
    const { masses } = posterior!;
    const drawn = (1 - own) / (labels.length - 1);
    // Where raters choose several labels, base rates sum above one. A label without one counts as unlisted.
    const whole = rates.reduce<number>((sum, rate = 0) => sum + rate, 0);
    const shareOf = (rate = 0): number => rate / Math.max(1, whole);
    const mean = masses.reduce((sum, mass, i) => sum + shareOf(rates[i]) * (mass - drawn), drawn);
    const ratios = masses.map((mass) => mass / Math.max(mean, ZERO_CLAMP));
    return { pmi: pmi(own, Math.max(mean, 0)), labels, masses: ratios };
  };
  const logRatios = oncePerPool((pool) => {
    const sets = (trial: Trial) => inSet(trial, pool.ask, pool) ?? [];
    const byInput = Map.groupBy(pool.trials, ({ x }) => JSON.stringify(x));
    return new Map(Array.from(byInput, ([key, trials]) => [key, stitched(trials.flatMap(sets))]));
  });
  return (trial, ask, pool) => {
    const own = inSet(trial, ask, pool);
    const nats = (pool && logRatios(pool).get(JSON.stringify(trial.x))?.get(trial.y)) ?? own?.pmi;
    return nats === undefined ? {} : { pmi: nats };
  };
}
