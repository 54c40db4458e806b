// A class: students with two summaries each
export type { Attempt, Student, Window } from "./student.ts";

// A class made up by a program, with its exact joint distribution
export { syntheticClass } from "./synthetic-class.ts";
export type { SyntheticClass } from "./synthetic-class.ts";
export { programWorld } from "./program-world.ts";
export type { ProgramWorld } from "./program-world.ts";

// The comparisons of Table 3, their verdicts and the win rate
export { comparisons } from "./comparisons.ts";
export type { Comparison, ComparisonOptions, Skipped } from "./comparisons.ts";
export type { Variant } from "./label-space.ts";
export { judge } from "./judge.ts";
export type { Judged, Verdict } from "./judge.ts";
export { resampledWinRate, winRate } from "./win-rate.ts";
export type { WinRate } from "./win-rate.ts";
