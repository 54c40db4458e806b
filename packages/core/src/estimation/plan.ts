import { questionKey, questionOf } from "./question.ts";
import type { Estimator, Query, Question, Trial } from "../types.ts";

/** Estimators to be run on trials of one task. */
export interface Run {
  readonly task: string;
  readonly estimators: readonly Estimator[];
  readonly trials: readonly Trial[];
  /** How often each question is asked; once by default. */
  readonly samples?: number;
}

/**
 * Yields the distinct questions of all runs, found by running the estimators with an `ask` that
 * only records. Questions are yielded as they are found, so a large plan need not be held in
 * memory.
 *
 * @example
 * import { closed, none, split } from "@promptnce/core/methods";
 * const trials = ["PUSH", "PULL"].map((y) => ({
 *   id: y,
 *   x: { cue: "SHOVE" },
 *   y,
 *   candidates: ["PUSH", "PULL"],
 * }));
 * [...plan([{ task: "words", estimators: [split(closed, none)], trials }])].length; // → 1
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

/**
 * An estimator's queries about a trial, in order, found by running it with an `ask` that only
 * records.
 *
 * @example
 * import { direct, split, ungrounded } from "@promptnce/core/methods";
 * const trial = { id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] };
 * queriesOf(split(direct, ungrounded), trial).map(({ kind }) => kind);
 * // → ["conditional", "marginal"]
 */
export function queriesOf(estimator: Estimator, trial: Trial): Query[] {
  const queries: Query[] = [];
  estimator(trial, (query) => {
    queries.push(query as Query);
    return undefined;
  });
  return queries;
}
