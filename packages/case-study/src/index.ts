// A class: students with their summaries
export { summaryKinds, type Attempt, type Student } from "./class/student.ts";

// A class from files
export { readAttempts } from "./attempts/read-attempts.ts";
export type { AttemptRow, Attempts } from "./attempts/attempt-row.ts";
export { readSummaries, type SummaryRow } from "./class/read-summaries.ts";
export { classOf, type ReadClass } from "./class/class-of.ts";
export { ClassDataError } from "./attempts/errors.ts";

// A class made up by a program, with its exact joint distribution
export { syntheticClass, type SyntheticClass } from "./world/synthetic-class.ts";
export { programWorld, type ProgramWorld } from "./world/program-world.ts";

// The comparisons of Table 3, their verdicts, win rates and the ranking of any number of summaries
export {
  comparisons,
  type Comparison,
  type ComparisonOptions,
  type Skipped,
} from "./judging/comparisons.ts";
export type { Variant } from "./judging/label-space.ts";
export { judge, type Judged, type Verdict } from "./judging/judge.ts";
export { ENOUGH_STUDENTS, resampledWinRate, tooFewStudents, winRate } from "./judging/win-rate.ts";
export type { Rate, WinRate } from "./judging/win-rate.ts";
export { leaderOf, rankSummaries } from "./judging/rank-summaries.ts";
export type { Leader, PairRate, RankedKind, Ranking } from "./judging/rank-summaries.ts";
export { studentDetails, winnersOf } from "./judging/student-details.ts";
export type {
  ComparisonDetail,
  KindPoints,
  StudentDetail,
  SummaryScore,
} from "./judging/student-details.ts";

// Several methods on several variants: what is asked of a class, and what comes of it
export { classMethod, planClass, scoreJob, variantTitles } from "./judging/class-job.ts";
export type { ClassJob, ClassPlan, ClassPlanOptions, ScoredJob } from "./judging/class-job.ts";
