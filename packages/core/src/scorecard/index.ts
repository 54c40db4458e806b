// How well the estimates of a frame agree with people's numbers
export { scorecard } from "./scorecard.ts";
export type { Scorecard, ScorecardOptions } from "./scorecard.ts";
export { rhoDifference } from "./rho-difference.ts";
export { FEWEST_PAIRS, sharedRhos } from "./shared-rhos.ts";
export type { RhoDifference, RhoOptions, SharedRhos } from "./shared-rhos.ts";
export type { ScoringOptions } from "./scored-column.ts";
export type { Scored, ScoredTerm, ScoredGate, ScoredUnit } from "./scored.ts";
export type { CorrelationWithPeople } from "./correlation-with-people.ts";
export type { ElicitedDistances, MeanDistance } from "./elicited-distances.ts";
export { frameGate, type FrameGateOptions } from "./frame-gate.ts";
export { frameUnit } from "./frame-unit.ts";
