import type { Outcome } from "@promptnce/core";
import { type Ranking, rankSummaries } from "./rank-summaries.ts";
import { type StudentDetail, studentDetails } from "./student-details.ts";
import type { ClassJob } from "./plan-class.ts";

/** What one method makes of one variant. */
export interface ScoredJob {
  readonly job: ClassJob;
  readonly ranking: Ranking;
  /** Every score, student by student. */
  readonly details: readonly StudentDetail[];
  readonly outcomes: readonly Outcome[];
}

/**
 * The ranking of the summaries and every score, by the outcomes of a job's trials.
 *
 * @throws {RangeError} where a trial has no outcome, or a score is not a number.
 */
export function scoreJob(job: ClassJob, outcomes: readonly Outcome[], seed: string): ScoredJob {
  const ranking = rankSummaries(job.comparisons, outcomes, { seed: `${seed}/score/${job.variant}` });
  return { job, ranking, details: studentDetails(job.comparisons, outcomes), outcomes };
}
