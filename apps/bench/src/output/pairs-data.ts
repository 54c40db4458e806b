import { plan } from "@promptnce/core";
import type { StoredReplies } from "@promptnce/providers";
import type { RunResult } from "../run/run.ts";
import type { Job } from "../study/job.ts";
import type { StudyTrial } from "../study/study.ts";
import { type PairEstimate, type PairRow, type PairsData, WantedQuestions } from "@promptnce/report";

/** The evaluation pairs at the run's K with every method that was run on them. */
export async function pairsData(
  { results, jobs, asks }: Pick<RunResult, "results" | "jobs" | "asks">,
  replies: StoredReplies,
): Promise<PairsData> {
  const { k, pairs: all } = results.config;
  // Each method once, on all pairs: not the short lists of single experiments.
  const whole = jobs.filter((job) => job.list === "evaluation" && job.k === k && job.trials.length === all);
  const shown = [...new Map(whole.map((job) => [`${job.subject.name} ${job.method.id}`, job])).values()];
  const wanted = new WantedQuestions();
  const pairs = results.models.flatMap((model) => {
    const rows = new Map<string, PairRow & { estimates: PairEstimate[] }>();
    for (const job of shown) {
      const asked = asks.find(({ subject, provider }) => {
        return subject === job.subject.name && provider.name === model.provider && provider.model === model.model;
      });
      if (!asked || (job.method.scored && !model.scores)) continue;
      for (const { trial, estimate, status } of model.outcomes(job)) {
        const run = { task: job.subject.task, estimators: [job.method.estimator], trials: [trial] };
        const places = wanted.placesOf([...plan([run])], asked);
        const row = rows.get(`${job.subject.name} ${trial.id}`) ?? rowOf(job, trial as StudyTrial, model.label);
        rows.set(`${job.subject.name} ${trial.id}`, row);
        row.estimates.push({ method: job.method.title, ...estimate, status, asked: places });
      }
    }
    return [...rows.values()];
  });
  return { pairs, questions: await wanted.readFrom(replies) };
}

function rowOf({ subject }: Job, { id, x, y, conditional, marginal, pmi }: StudyTrial, model: string) {
  const truth = { conditional, marginal, pmi };
  const estimates: PairEstimate[] = [];
  return { dataset: subject.name, model, pair: id, x: Object.values(x).join(" / "), y, ...truth, estimates };
}
