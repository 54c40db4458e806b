// How well the estimates of a frame agree with people's numbers
export { scorecard } from "./scorecard.ts";
export type { Scorecard, ScorecardOptions } from "./scorecard.ts";
export { rhoDifference } from "./rho-difference.ts";
export { FEWEST_PAIRS, sharedRhos } from "./shared-rhos.ts";
export type { RhoDifference, RhoOptions, SharedRhos } from "./shared-rhos.ts";
export type { Sampled } from "./scored-columns.ts";
export type { ErrorByUnit, Scored, ScoredControls, ScoredTerm } from "./scored.ts";
export type { ScoredGate, ScoredUnit } from "./scored.ts";
export { type CorrelationWithPeople, noCorrelation } from "./correlation-with-people.ts";
export { frameReplicates, RESAMPLING, type Resampling } from "./frame-replicates.ts";
export type { ElicitedDistances, MeanDistance } from "./elicited-distances.ts";
export { frameUnit } from "./frame-unit.ts";
