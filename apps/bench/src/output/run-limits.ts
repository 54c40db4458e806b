import { inContext, marginalsOf, type Context, type Trial } from "@promptnce/core";
import { limitText } from "@promptnce/core/coherence";
import { type FoundLimit, foundLimits, methodSummaries, tally } from "@promptnce/rows/summary";
import { isAbout } from "../run/pairs-data.ts";
import type { RunResult } from "../run/run.ts";
import type { Subject } from "../study/job.ts";
import { isMainMethod } from "../study/main-method.ts";

/**
 * The limits of PromptNCE for each model and dataset, with the advice on base rates, as `estimate`
 * finds them: from the estimates and, for base rates, people's numbers in the contexts there are.
 */
export async function runLimits({ results, jobs, asks, asked }: RunResult): Promise<FoundLimit[]> {
  const { k, pairs } = results.config;
  const mainJobs = jobs.filter(({ method, list }) => isMainMethod(method) && list === "evaluation");
  const whole = mainJobs.filter((job) => job.k === k && job.trials.length === pairs);
  const found: FoundLimit[] = [];
  for (const model of results.models) {
    for (const job of whole) {
      const { subject } = job;
      const labelsIn = (context: Context | undefined): number =>
        inContext(marginalsOf(subject), context).size;
      const labels = Math.max(...job.trials.map(({ context }) => labelsIn(context)));
      const ask = model.ask(subject);
      const openSet = ({ x, candidates }: Trial) => ask({ kind: "open", x, candidates });
      const swept = mainJobs.find(
        (candidate) => candidate.subject.name === subject.name && candidate.k !== k,
      );
      const otherSets = new Map(swept?.trials.map((trial) => [trial.id, trial]));
      const method = {
        id: job.method.id,
        title: `${job.method.title} on ${subject.name}${model.suffix.title}`,
      };
      let at: Trial | undefined;
      const truthOf = () => at && truthIn(subject, at);
      const tallied = tally([method], { truthOf, labels: labelsIn });
      for (const { trial, estimate, doubtful = false } of model.outcomes(job)) {
        const [set, otherTrial] = [openSet(trial), otherSets.get(trial.id)];
        const beside = otherTrial ? openSet(otherTrial) : ask({ ...trial, kind: "closed" });
        const sets = { ...(set && { pmfs: [set] }), ...(beside && { beside }) };
        at = trial;
        tallied.add(JSON.stringify(trial.x), [
          { method, trial, estimate, ...sets, readable: estimate.pmi !== undefined, doubtful },
        ]);
      }
      const place = asks.findIndex(isAbout(subject, model));
      const facts = { simulated: model.simulated, counted: true, k: Math.min(k, labels), labels };
      const summaries = await methodSummaries(tallied);
      found.push(...foundLimits({ ...facts, sums: asked[place]?.raw.open?.sums }, summaries));
    }
  }
  return saidOnce(found);
}

/** The limits, each once for all methods that it applies to. */
function saidOnce(found: readonly FoundLimit[]): FoundLimit[] {
  const byText = Map.groupBy(found, ({ limit }) => limitText(limit));
  return Array.from(byText.values(), (same) => ({
    methods: same.flatMap(({ methods }) => methods),
    limit: same[0]!.limit,
  }));
}

/** People's numbers of a pair; `undefined` if nobody gave y to x. */
function truthIn(subject: Subject, { x, y, context }: Trial) {
  const conditional = subject.conditional(x, y);
  const marginal = inContext(marginalsOf(subject), context).get(y) ?? 0;
  if (conditional === 0 || marginal === 0) return undefined;
  return { conditional, marginal, pmi: Math.log(conditional) - Math.log(marginal) };
}
