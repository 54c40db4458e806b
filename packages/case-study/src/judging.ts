// Judging which summary describes its student best: comparisons, verdicts, win rates, rankings
export {
  comparisons,
  type Comparison,
  type ComparisonOptions,
  type SkippedAttempt,
} from "./judging/comparisons.ts";
export type { Variant } from "./judging/label-space.ts";
export { judge, type Judgement, type Verdict } from "./judging/judge.ts";
export { ENOUGH_STUDENTS, resampledWinRate, tooFewStudents, winRate } from "./judging/win-rate.ts";
export type { Rate, WinRate } from "./judging/win-rate.ts";
export { leaderOf, rankSummaries } from "./judging/rank-summaries.ts";
export type { Leader, PairRate, RankedKind, Ranking } from "./judging/rank-summaries.ts";
export { winnersOf } from "./judging/student-details.ts";
export type {
  ComparisonDetail,
  KindPoints,
  StudentDetail,
  SummaryScore,
} from "./judging/student-details.ts";
export { classMethod, planClass, scoreJob, variantTitles } from "./judging/class-job.ts";
export type { ClassJob, ClassPlan, ClassPlanOptions, ScoredJob } from "./judging/class-job.ts";
