// The summary of a run's estimates, and what to try next
export { type ExtremePair, Extremes, hasSign, type NamedMethod } from "./summary/extremes.ts";
export { type DrawSize, methodSummaries, type MethodSummary } from "./summary/method-summary.ts";
export { gateVerdict, type GateVerdict } from "./summary/gate-verdict.ts";
export { nextSteps } from "./summary/next-steps.ts";
export { unitName, worthText } from "./summary/unit-text.ts";
export {
  type FoundLimit,
  foundLimits,
  foundLimitText,
  limitTexts,
  type StepFacts,
} from "./summary/found-limits.ts";
export { methodDetails } from "./summary/method-details.ts";
export { rhoText } from "./summary/method-table.ts";
export { pairsText, type RepeatedRows } from "./summary/score-text.ts";
export { detailsText, type SummaryFacts, summaryText } from "./summary/summary.ts";
export { Reservoir, type RunTally, tally } from "./summary/tally.ts";
