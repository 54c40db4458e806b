import { queriesOf, questionOf } from "@promptnce/core";
import type { AskedHow } from "@promptnce/engine";
import { type PairEstimate, type PairRow, WantedQuestions } from "@promptnce/report";
import type { Job } from "../study/job.ts";
import type { Results } from "../study/results.ts";
import type { StudyTrial } from "../study/study.ts";

/**
 * The evaluation pairs at the run's K, with every method that ran on them and the questions behind
 * their estimates.
 */
export function pairsData(
  results: Results,
  jobs: readonly Job[],
  asks: readonly (AskedHow & { readonly subject: string })[],
) {
  const { k, pairs: all } = results.config;
  // Each method once, on all pairs, without the short lists of single experiments.
  const whole = jobs.filter(
    (job) => job.list === "evaluation" && job.k === k && job.trials.length === all,
  );
  const shown = [
    ...new Map(whole.map((job) => [`${job.subject.name} ${job.method.id}`, job])).values(),
  ];
  const wanted = new WantedQuestions();
  const pairs = results.models.flatMap((model) => {
    const rows = new Map<string, PairRow & { estimates: PairEstimate[] }>();
    for (const job of shown) {
      const subjectAsk = asks.find(({ subject, provider }) => {
        return (
          subject === job.subject.name &&
          provider.name === model.provider &&
          provider.model === model.model
        );
      });
      if (!subjectAsk || (job.method.needs.scores && !model.scores)) continue;
      for (const { trial, estimate, status } of model.outcomes(job)) {
        const queries = queriesOf(job.method.estimator, trial);
        const questions = queries.map((query) => questionOf(query, job.subject.task));
        const places = [...new Set(wanted.placesOf(questions, subjectAsk))];
        const row =
          rows.get(`${job.subject.name} ${trial.id}`) ??
          rowOf(job, trial as StudyTrial, model.label);
        rows.set(`${job.subject.name} ${trial.id}`, row);
        row.estimates.push({ method: job.method.title, ...estimate, status, asked: places });
      }
    }
    return [...rows.values()];
  });
  return { pairs, wanted };
}

function rowOf(
  { subject }: Job,
  { id, x, y, conditional, marginal, pmi }: StudyTrial,
  model: string,
) {
  const truth = { conditional, marginal, pmi };
  const estimates: PairEstimate[] = [];
  return {
    dataset: subject.name,
    model,
    pair: id,
    x: Object.values(x).join(" / "),
    y,
    ...truth,
    estimates,
  };
}
