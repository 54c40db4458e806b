import { type Ranking, rankSummaries, type StudentDetail, studentDetails } from "@promptnce/case-study";
import type { Outcome } from "@promptnce/core";
import type { ScoreJob } from "./plan-score.ts";

/** What one method makes of one variant. */
export interface Scored {
  readonly job: ScoreJob;
  readonly ranking: Ranking;
  /** Every score, student by student: what a page shows on demand. */
  readonly details: readonly StudentDetail[];
  readonly outcomes: readonly Outcome[];
}

/** Ranks the summaries by the outcomes of a job's trials. */
export function scored(job: ScoreJob, outcomes: readonly Outcome[], seed: string): Scored {
  const ranking = rankSummaries(job.comparisons, outcomes, {
    seed: `${seed}/score/${job.variant}`,
  });
  return { job, ranking, details: studentDetails(job.comparisons, outcomes), outcomes };
}

const titles: ReadonlyMap<string, string> = new Map([
  ["compression", "Compression"],
  ["future", "Future prediction"],
  ["promptnce", "PromptNCE"],
  ["infonce", "InfoNCE"],
  ["gem", "GEM"],
  ["gem+plain", "GEM (plain)"],
]);

/** Variant and method of a job, for people. */
export function startOf({ variant, name }: ScoreJob): [variant: string, method: string] {
  return [titles.get(variant) ?? variant, titles.get(name) ?? name];
}
