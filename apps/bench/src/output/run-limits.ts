import { CoherenceTally, elicitedDecomposition, limits, type Trial } from "@promptnce/core";
import type { RunResult } from "../run/run.ts";

/** What limits PromptNCE with each model on each dataset, said from the estimates alone: a sentence each. */
export function runLimits({ results, jobs, asks, asked }: Pick<RunResult, "results" | "jobs" | "asks" | "asked">) {
  const { k, pairs } = results.config;
  const own = jobs.filter(({ method, list }) => method.id === "promptnce" && list === "evaluation");
  const whole = own.filter((job) => job.k === k && job.trials.length === pairs);
  return results.models.flatMap((model) =>
    whole.flatMap((job) => {
      const { subject, method } = job;
      const labels = subject.marginal.size;
      const ask = model.ask(subject);
      const openSet = ({ x, candidates }: Trial) => ask({ kind: "open", x, candidates });
      const swept = own.find((one) => one.subject.name === subject.name && one.k !== k);
      const otherSets = new Map(swept?.trials.map((trial) => [trial.id, trial]));
      const tally = new CoherenceTally(labels);
      const outcomes = model.outcomes(job);
      for (const { trial, estimate } of outcomes) {
        const [set, other] = [openSet(trial), otherSets.get(trial.id)];
        tally.add(trial, estimate, set && [set], other ? openSet(other) : ask({ ...trial, kind: "closed" }));
      }
      const at = asks.findIndex(({ subject: name, provider }) => {
        return name === subject.name && provider.name === model.provider && provider.model === model.model;
      });
      const found = limits({
        ...tally.coherence,
        rhoMarginal: elicitedDecomposition(outcomes.map(({ estimate }) => estimate)).rhoMarginal,
        elicited: true,
        open: true,
        k: Math.min(k, labels),
        labels,
        doubtful: outcomes.filter(({ doubtful }) => doubtful).length / outcomes.length,
        sums: asked[at]?.raw.open?.sums,
      });
      return found.map((text) => `${method.title} on ${subject.name}${model.suffix.title}: ${text}.`);
    }),
  );
}
