import { inContext, marginalsOf } from "@promptnce/core";
import type { Context, Trial } from "@promptnce/core";
import { limitTexts, methodSummaries, tally } from "@promptnce/rows/summary";
import type { RunResult } from "../run/run.ts";
import { isMainMethod } from "../study/main-method.ts";

/**
 * The limitation of PromptNCE for each model and dataset, derived from the estimates alone: one
 * sentence each.
 */
export function runLimits({
  results,
  jobs,
  asks,
  asked,
}: Pick<RunResult, "results" | "jobs" | "asks" | "asked">) {
  const { k, pairs } = results.config;
  const mainJobs = jobs.filter(({ method, list }) => isMainMethod(method) && list === "evaluation");
  const whole = mainJobs.filter((job) => job.k === k && job.trials.length === pairs);
  return results.models.flatMap((model) =>
    whole.flatMap((job) => {
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
      const tallied = tally([method], { truthOf: () => undefined, labels: labelsIn });
      for (const { trial, estimate, doubtful = false } of model.outcomes(job)) {
        const [set, otherTrial] = [openSet(trial), otherSets.get(trial.id)];
        const beside = otherTrial ? openSet(otherTrial) : ask({ ...trial, kind: "closed" });
        const sets = { ...(set && { pmfs: [set] }), ...(beside && { beside }) };
        tallied.add(trial.id, [
          { method, trial, estimate, ...sets, readable: estimate.pmi !== undefined, doubtful },
        ]);
      }
      const at = asks.findIndex(({ subject: name, provider }) => {
        return (
          name === subject.name &&
          provider.name === model.provider &&
          provider.model === model.model
        );
      });
      const facts = { simulated: model.simulated, counted: true, k: Math.min(k, labels), labels };
      return limitTexts({ ...facts, sums: asked[at]?.raw.open?.sums }, methodSummaries(tallied));
    }),
  );
}
