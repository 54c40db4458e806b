import { type Answer, type Pmf, type Query, queriesOf } from "@promptnce/core";
import type { Job } from "../../study/job.ts";
import type { ModelResults } from "../../study/results.ts";
import type { Study, StudyTrial } from "../../study/study.ts";

/** The pairs whose questions are asked once more alone. */
const ALONE = 100;

/** The questions of a way of asking that are asked once more, one in each request. */
export function aloneJob(study: Study, method: string, k: number): Job<StudyTrial> {
  return study.job(`${method}:empirical`, { k, first: ALONE });
}

type Look = (query: Query) => Answer | undefined;

/** The mean absolute difference of P̂(y|x) between the first two orders of the options. */
export function orderEffect(
  { dataset }: Study,
  model: ModelResults,
  job: Job<StudyTrial>,
): number | undefined {
  const ask = model.stored(dataset) as Look;
  return meanDifference(job, (query) => {
    // A statement has no options to turn round, and each turned question has its first order.
    const hasOrder = query.kind === "open" || query.kind === "closed";
    if (!hasOrder || query.rotation !== undefined) return [];
    return [ask(query), ask({ ...query, rotation: 1 })];
  });
}

/** The mean absolute difference of P̂(y|x) between questions asked together and asked alone. */
export function togetherEffect(
  { dataset }: Study,
  model: ModelResults,
  job: Job<StudyTrial>,
): number | undefined {
  const [together, alone] = [model.stored(dataset) as Look, model.alone(dataset) as Look];
  return meanDifference(job, (query) => [together(query), alone(query)]);
}

/** Over the job's questions that have two answers; `undefined` where none has. */
function meanDifference(
  { method, trials }: Job<StudyTrial>,
  answersTo: (query: Query) => readonly (Answer | undefined)[],
): number | undefined {
  const differences = trials.flatMap((trial) =>
    queriesOf(method.estimator, trial).flatMap((query) => {
      const [one, other] = answersTo(query);
      if (one === undefined || other === undefined) return [];
      return [Math.abs(massOf(one, trial.y) - massOf(other, trial.y))];
    }),
  );
  if (differences.length === 0) return undefined;
  return differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
}

function massOf(answer: Answer, y: string): number {
  if (typeof answer === "number") return answer;
  const { labels, masses } = answer as Pmf;
  return masses[labels.indexOf(y)] ?? Number.NaN;
}
