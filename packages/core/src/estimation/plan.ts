import { questionKey } from "./question.ts";
import type { Ask, Estimator, Question, Trial } from "../types.ts";

/** Estimators to be run on trials of one task. */
export interface Run {
  readonly task: string;
  readonly estimators: readonly Estimator[];
  readonly trials: readonly Trial[];
  /** How often each question is asked; once if not given. */
  readonly samples?: number;
}

/**
 * The distinct questions of all runs, each once, found by running the estimators with an `ask` that
 * only records. Questions come as they are found, so that a large plan need not be held in memory.
 */
export function* plan(runs: Iterable<Run>): Generator<Question, void> {
  const planned = new Set<string>();
  for (const { task, estimators, trials, samples = 1 } of runs) {
    for (const trial of trials) {
      const asked: Question[] = [];
      for (let sample = 0; sample < samples; sample++) {
        const record: Ask = (query) => {
          asked.push({ ...query, task, sample } as Question);
          return undefined;
        };
        for (const estimator of estimators) estimator(trial, record);
      }
      for (const question of asked) {
        const key = questionKey(question);
        if (planned.has(key)) continue;
        planned.add(key);
        yield question;
      }
    }
  }
}
