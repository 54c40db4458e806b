// Comparison of methods: differences, standings, and what a model is worth in raters
export { holm } from "./holm.ts";
export { standings, type Mark, type StandingsOptions } from "./standings.ts";
export { stability, type Spread, type Stability } from "./stability.ts";
export {
  raterCurve,
  type RatedPair,
  type RaterCurve,
  type RaterCurveOptions,
} from "./rater-curve.ts";
export { worthInRaters, type WorthInRaters } from "./worth-in-raters.ts";
