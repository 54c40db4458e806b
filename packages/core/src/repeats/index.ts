// What repeats in data: contexts, units resampled whole, blind controls, and whether a mark may
// stand
export { cellKeys, labelsOfX, type PairKeys } from "./pair-groups.ts";
export { countsInContext, type CountsInContext } from "./counts-in-context.ts";
export { impliedInContext } from "./implied-in-context.ts";
export { effectiveUnits, FEWEST_UNITS, resamplingUnit } from "./resampling-unit.ts";
export type { ResamplingUnit, UnitCandidate } from "./resampling-unit.ts";
export { blindToX, blindToY, type ControlsApply, controlsApply } from "./blind-controls.ts";
export { centredByBoth, type CentredByBoth, resampledCentredSpearman } from "./centred-by-both.ts";
export { type TruthLevels, truthLevels } from "./beyond-levels.ts";
export { type GateOf, type GatePairs, markGate, type MarkGate } from "./mark-gate.ts";
export { aboveChance, areShown, SHOWN_ALPHA, type SizedStatistic } from "./above-chance.ts";
export { type BaseRateAdvice, baseRateAdvice, type BaseRateEvidence } from "./base-rate-advice.ts";
export type { BaseRateRhos, BaseRateSource } from "./base-rate-advice.ts";
export { contradiction } from "./contradiction.ts";
