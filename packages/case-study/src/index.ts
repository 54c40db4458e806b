// A class: students with their summaries
export type { Attempt, Student } from "./student.ts";

// A class from files
export { readAttempts } from "./read-attempts.ts";
export type { AttemptRow, Attempts } from "./attempt-row.ts";
export { readSummaries } from "./read-summaries.ts";
export type { SummaryRow } from "./read-summaries.ts";
export { classOf } from "./class-of.ts";
export type { ReadClass } from "./class-of.ts";
export { ClassDataError } from "./class-data-error.ts";

// A class made up by a program, with its exact joint distribution
export { syntheticClass } from "./synthetic-class.ts";
export type { SyntheticClass } from "./synthetic-class.ts";
export { programWorld } from "./program-world.ts";
export type { ProgramWorld } from "./program-world.ts";

// The comparisons of Table 3, their verdicts, win rates and the ranking of any number of summaries
export { comparisons } from "./comparisons.ts";
export type { Comparison, ComparisonOptions, Skipped } from "./comparisons.ts";
export type { Variant } from "./label-space.ts";
export { judge } from "./judge.ts";
export type { Judged } from "./judge.ts";
export type { Verdict } from "./verdict.ts";
export { resampledWinRate, winRate } from "./win-rate.ts";
export type { WinRate } from "./win-rate.ts";
export { kindsOf } from "./kinds-of.ts";
export { rankSummaries } from "./rank-summaries.ts";
export type { PairRate, RankedKind, Ranking } from "./rank-summaries.ts";
export { studentDetails } from "./student-details.ts";
export type { ComparisonDetail, KindPoints, StudentDetail, SummaryScore } from "./student-details.ts";
