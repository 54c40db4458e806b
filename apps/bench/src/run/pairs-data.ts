import { queriesOf, questionOf } from "@promptnce/core";
import type { AskedHow } from "@promptnce/engine";
import { type PairEstimate, type PairRow, WantedQuestions } from "@promptnce/report";
import { inputText } from "../study/in-contexts.ts";
import type { Job, Subject } from "../study/job.ts";
import { entryOf } from "../study/kept.ts";
import type { ModelResults, Results } from "../study/results.ts";
import type { StudyTrial } from "../study/study.ts";

/** How the questions on a subject were asked. */
interface SubjectAsked extends AskedHow {
  readonly subject: string;
}

/**
 * The evaluation pairs at the run's K, with every method that ran on them and the questions behind
 * their estimates.
 */
export function pairsData(results: Results, jobs: readonly Job[], asks: readonly SubjectAsked[]) {
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
      const subjectAsk = asks.find(isAbout(job.subject, model));
      if (!subjectAsk || (job.method.needs.scores && !model.scores)) continue;
      for (const { trial, estimate, status } of model.outcomes(job)) {
        const queries = queriesOf(job.method.estimator, trial);
        const questions = queries.map((query) => questionOf(query, job.subject.task));
        const places = [...new Set(wanted.placesOf(questions, subjectAsk))];
        const row = entryOf(rows, `${job.subject.name} ${trial.id}`, () =>
          rowOf(job, trial as StudyTrial, model.label),
        );
        row.estimates.push({ method: job.method.title, ...estimate, status, asked: places });
      }
    }
    return [...rows.values()];
  });
  return { pairs, wanted };
}

/** The test for the questions on a subject to a model. */
export function isAbout(
  { name }: Pick<Subject, "name">,
  { provider, model }: Pick<ModelResults, "provider" | "model">,
): (asked: SubjectAsked) => boolean {
  return (asked) =>
    asked.subject === name && asked.provider.name === provider && asked.provider.model === model;
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
    x: inputText(x),
    y,
    ...truth,
    estimates,
  };
}
