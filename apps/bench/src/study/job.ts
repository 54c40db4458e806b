import type { Joint, Trial } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";

/**
 * What the questions are about: its name in tables, its task, and the distributions that a
 * simulated respondent knows.
 */
export interface Subject extends Joint {
  readonly task: string;
  readonly simulated: boolean;
}

/** One method on one list of trials: a unit of work requested by an experiment. */
export interface Job<T extends Trial = Trial> {
  readonly subject: Subject;
  readonly method: Method;
  /** The requested size of the candidate set. A smaller label space is used whole. */
  readonly k: number;
  /** The list of pairs: `evaluation`, `development`, or a variant of the case study. */
  readonly list: string;
  readonly trials: readonly T[];
  /** The number of times each question is sent. */
  readonly samples: number;
}

/** A key that two jobs share exactly if their outcomes are the same. */
export function jobKey({ subject, method, k, list, trials, samples }: Job): string {
  return JSON.stringify([subject.name, method.id, k, list, trials.length, samples]);
}

/**
 * The job of the baseline of a job's P(y), whose questions are the same; `undefined` without one.
 */
export function baselineJob<T extends Trial>(job: Job<T>): Job<T> | undefined {
  const { baseline } = job.method;
  return baseline && { ...job, method: baseline };
}

/** The jobs, followed by the baseline of each P(y) among them. */
export function withBaselines<T extends Trial>(jobs: readonly Job<T>[]): Job<T>[] {
  const baselines = jobs.flatMap((job) => baselineJob(job) ?? []);
  return [...jobs, ...new Map(baselines.map((job) => [job.method.id, job])).values()];
}

/** The jobs of several experiments without repetitions. */
export function distinctJobs(jobs: readonly Job[]): Job[] {
  return [...new Map(jobs.map((job) => [jobKey(job), job])).values()];
}
