import { contextKey, inContext, type InContext, oncePerContext } from "../context.ts";
import { posteriorRate, ratePrior, type RatePrior } from "../information/rate-prior.ts";
import type { Ask, CountedLabels, Label, TrialGroup, Trial } from "../types.ts";
import type { Term } from "./terms.ts";

/**
 * P̂(y) from a few counted labels, drawn towards what the model says of them: the posterior mean
 * under a prior whose mean is the rate, and whose scale and certainty are those under which the
 * counts are likeliest (see `ratePrior`). With few counts it is the model's rate, with many the
 * counted share; the better the model's rates fit the counts, the longer it rests on them. Scaling
 * all rates alike makes no difference where anything was counted.
 *
 * The prior is that of the labels of the group in the pair's context, counted or not: without those
 * counted zero times the others would look too frequent. Without a group it is that of `asked`,
 * whose rates are then asked for with each trial's. A rate that cannot be read is left out.
 *
 * @example
 * const counts = { counts: new Map([["PUSH", 3]]), total: 40, asked: ["PUSH", "PULL"] };
 * const rates = new Map([
 *   ["PUSH", 0.02],
 *   ["PULL", 0.01],
 * ]);
 * const trial = { id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH", "PULL"] };
 * counted(counts, ungrounded)(trial, ({ y }) => rates.get(y)); // → 0.05
 */
export function counted(counts: InContext<CountedLabels>, rate: Term): Term {
  const ratesOf = (
    labels: readonly Label[],
    trial: Trial,
    ask: Ask,
    group?: TrialGroup,
  ): (number | undefined)[] => labels.map((y) => rate({ ...trial, y }, ask, group));
  const priorOf = (
    labels: readonly Label[],
    elicitedRates: readonly (number | undefined)[],
    contextCounts: CountedLabels,
  ): RatePrior => {
    const rates = elicitedRates.filter((p) => p !== undefined);
    const elicitedLabels = labels.filter((_, i) => elicitedRates[i] !== undefined);
    return ratePrior({
      rates,
      counts: elicitedLabels.map((y) => countOf(y, contextCounts)),
      total: contextCounts.total,
    });
  };
  const priorIn = oncePerContext((group) => {
    const labels = [...new Set(group.trials.map(({ y }) => y))];
    const [first] = group.trials as [Trial];
    const contextCounts = inContext(counts, first.context);
    return priorOf(labels, ratesOf(labels, first, group.ask, group), contextCounts);
  });
  let last: { readonly ratesKey: string; readonly prior: RatePrior } | undefined;
  return (trial, ask, group) => {
    const contextCounts = inContext(counts, trial.context);
    const elicited = rate(trial, ask, group);
    if (group === undefined) {
      const { asked = [] } = contextCounts;
      const rates = ratesOf(asked, trial, ask);
      // Trials of one context that are estimated one by one have the same rates.
      const ratesKey = `${rates.join()} ${contextKey(trial.context)}`;
      if (last?.ratesKey !== ratesKey)
        last = { ratesKey, prior: priorOf(asked, rates, contextCounts) };
    }
    const prior = group === undefined ? last!.prior : priorIn(group, trial);
    if (elicited === undefined) return undefined;
    return posteriorRate(prior, elicited, countOf(trial.y, contextCounts), contextCounts.total);
  };
}

function countOf(y: Label, { counts }: CountedLabels): number {
  return counts.get(y) ?? 0;
}
