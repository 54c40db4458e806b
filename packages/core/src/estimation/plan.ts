import { questionKey, questionOf } from "./question.ts";
import type { Estimator, Query, Question, Trial } from "../types.ts";

/** Estimators to be run on trials of one task. */
export interface Run {
  readonly task: string;
  readonly estimators: readonly Estimator[];
  readonly trials: readonly Trial[];
  /** How often each question is asked; once if not given. */
  readonly samples?: number;
}

/**
 * The distinct questions of all runs, each once, found by running the estimators with an `ask` that only records.
 * Questions come as they are found, so that a large plan need not be held in memory.
 */
export function* plan(runs: Iterable<Run>): Generator<Question, void> {
  const planned = new Set<string>();
  for (const { task, estimators, trials, samples = 1 } of runs) {
    for (const trial of trials) {
      const queries = estimators.flatMap((estimator) => queriesOf(estimator, trial));
      for (let sample = 0; sample < samples; sample++) {
        for (const query of queries) {
          const question = questionOf(query, task, sample);
          const key = questionKey(question);
          if (planned.has(key)) continue;
          planned.add(key);
          yield question;
        }
      }
    }
  }
}

/** What an estimator asks about a trial, in its order, found by running it with an `ask` that only records. */
export function queriesOf(estimator: Estimator, trial: Trial): Query[] {
  const queries: Query[] = [];
  estimator(trial, (query) => {
    queries.push(query as Query);
    return undefined;
  });
  return queries;
}
