import { posteriorRate, ratePrior, type RatePrior } from "../information/rate-prior.ts";
import type { Ask, CountedLabels, Label, TrialGroup, Trial } from "../types.ts";
import { oncePerGroup } from "./implied.ts";
import type { Term } from "./terms.ts";

/**
 * P̂(y) from a few counted labels, drawn towards what the model says of them: the posterior mean under a prior whose mean
 * is the rate, and whose scale and certainty are those under which the counts are likeliest (see `ratePrior`). With few
 * counts it is the model's rate, with many the counted share; the better the model's rates fit the counts, the longer
 * it rests on them. Scaling all rates alike makes no difference where anything was counted.
 *
 * The prior is that of the labels of the group, counted or not: without those counted zero times the others would look
 * too frequent. Without a group it is that of `asked`, whose rates are then asked for with each trial's. A rate that
 * cannot be read is left out.
 */
export function counted({ counts, total, asked = [] }: CountedLabels, rate: Term): Term {
  const countOf = (y: Label): number => counts.get(y) ?? 0;
  const ratesOf = (
    labels: readonly Label[],
    trial: Trial,
    ask: Ask,
    group?: TrialGroup,
  ): (number | undefined)[] => labels.map((y) => rate({ ...trial, y }, ask, group));
  const priorOf = (labels: readonly Label[], said: readonly (number | undefined)[]): RatePrior => {
    const rates = said.filter((p) => p !== undefined);
    return ratePrior({
      rates,
      counts: labels.filter((_, i) => said[i] !== undefined).map(countOf),
      total,
    });
  };
  const priorIn = oncePerGroup((group) => {
    const labels = [...new Set(group.trials.map(({ y }) => y))];
    return priorOf(labels, ratesOf(labels, group.trials[0]!, group.ask, group));
  });
  let last: { readonly rates: string; readonly prior: RatePrior } | undefined;
  return (trial, ask, group) => {
    const own = rate(trial, ask, group);
    if (group === undefined) {
      const rates = ratesOf(asked, trial, ask);
      // Of trials that are estimated one by one the rates are the same.
      if (last?.rates !== rates.join())
        last = { rates: rates.join(), prior: priorOf(asked, rates) };
    }
    const prior = group === undefined ? last!.prior : priorIn(group);
    return own === undefined ? undefined : posteriorRate(prior, own, countOf(trial.y), total);
  };
}
