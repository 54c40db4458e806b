// Comparison of methods: differences, standings, and the sample size needed to tell methods apart
export { compareMethods } from "./compare-methods.ts";
export type {
  MethodComparison,
  MethodDifference,
  MethodEstimates,
  MethodScore,
} from "./compare-methods.ts";
export { holm } from "./holm.ts";
export { standings, type Standing, type StandingsOptions } from "./standings.ts";
export { stability, type Spread, type Stability } from "./stability.ts";
export {
  raterCurve,
  type RatedPair,
  type RaterCurve,
  type RaterCurveOptions,
} from "./rater-curve.ts";
export { worthInRaters, type WorthInRaters } from "./worth-in-raters.ts";
export { pairsNeeded, powerAt, type PairsNeeded, type Pilot, type PowerOptions } from "./power.ts";
