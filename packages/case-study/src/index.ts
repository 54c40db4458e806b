// A class: students with their summaries
export type { Attempt, Student } from "./class/student.ts";

// A class from files
export { readAttempts } from "./attempts/read-attempts.ts";
export type { AttemptRow, Attempts } from "./attempts/attempt-row.ts";
export { readSummaries } from "./class/read-summaries.ts";
export type { SummaryRow } from "./class/read-summaries.ts";
export { classOf } from "./class/class-of.ts";
export type { ReadClass } from "./class/class-of.ts";
export { ClassDataError } from "./attempts/class-data-error.ts";

// A class made up by a program, with its exact joint distribution
export { syntheticClass } from "./world/synthetic-class.ts";
export type { SyntheticClass } from "./world/synthetic-class.ts";
export { programWorld } from "./world/program-world.ts";
export type { ProgramWorld } from "./world/program-world.ts";

// The comparisons of Table 3, their verdicts, win rates and the ranking of any number of summaries
export { comparisons } from "./judging/comparisons.ts";
export type { Comparison, ComparisonOptions, Skipped } from "./judging/comparisons.ts";
export type { Variant } from "./judging/label-space.ts";
export { judge } from "./judging/judge.ts";
export type { Judged } from "./judging/judge.ts";
export type { Verdict } from "./judging/verdict.ts";
export { resampledWinRate, winRate } from "./judging/win-rate.ts";
export type { WinRate } from "./judging/win-rate.ts";
export { kindsOf } from "./class/kinds-of.ts";
export { rankSummaries } from "./judging/rank-summaries.ts";
export type { PairRate, RankedKind, Ranking } from "./judging/rank-summaries.ts";
export { studentDetails } from "./judging/student-details.ts";
export type { ComparisonDetail, KindPoints, StudentDetail, SummaryScore } from "./judging/student-details.ts";
