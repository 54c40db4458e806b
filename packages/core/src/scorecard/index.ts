// How well the estimates of a frame agree with people's numbers
export { scorecard } from "./scorecard.ts";
export type { Scorecard, ScorecardOptions } from "./scorecard.ts";
export { type RhoDifference, rhoDifference } from "./rho-difference.ts";
export { FEWEST_PAIRS, type ScoredTerm, type ScoringOptions } from "./scored-column.ts";
export type { Scored, ScoredGate, ScoredUnit } from "./scored.ts";
export type { CorrelationWithPeople } from "./correlation-with-people.ts";
export type { ElicitedDistances, MeanDistance } from "./elicited-distances.ts";
export { frameUnit } from "./frame-unit.ts";
