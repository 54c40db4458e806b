import type { Dataset, Trial } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";

/** What is asked about: its name in tables, its templates, and what a simulated respondent knows. */
export type Subject = Pick<Dataset, "name" | "task" | "simulated" | "conditional" | "marginal">;

/** One method on one list of trials: a unit of work requested by an experiment. */
export interface Job<T extends Trial = Trial> {
  readonly subject: Subject;
  readonly method: Method;
  /** The size of candidate set asked for; a smaller label space is taken whole. */
  readonly k: number;
  /** Which pairs: `evaluation`, `development`, or a variant of the case study. */
  readonly list: string;
  readonly trials: readonly T[];
  /** The number of times each question is sent. */
  readonly samples: number;
}

/** What two jobs share exactly if their outcomes are the same. */
export function jobKey({ subject, method, k, list, trials, samples }: Job): string {
  return JSON.stringify([subject.name, method.id, k, list, trials.length, samples]);
}

/** Jobs, and behind them for each P(y) among them its baseline. */
export function withKnowsNothing<T extends Trial>(jobs: readonly Job<T>[]): Job<T>[] {
  const baselines = jobs.flatMap((job) =>
    job.method.baseline ? [{ ...job, method: job.method.baseline }] : [],
  );
  return [...jobs, ...new Map(baselines.map((job) => [job.method.id, job])).values()];
}

/** Jobs of several experiments, each once. */
export function distinctJobs(jobs: readonly Job[]): Job[] {
  return [...new Map(jobs.map((job) => [jobKey(job), job])).values()];
}
