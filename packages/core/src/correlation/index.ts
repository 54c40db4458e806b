// Ranks, correlation, and a line through points
export { midranks } from "./midranks.ts";
export { completeRows, type CompleteRows } from "./complete-rows.ts";
export { pearson, spearman } from "./correlation.ts";
export {
  partialRankCorrelation,
  partialSpearman,
  resampledPartialSpearman,
} from "./partial-spearman.ts";
export { withinSpearman } from "./within-spearman.ts";
export { weightedSpearman } from "./weighted-spearman.ts";
export { leastSquares, type Line } from "./least-squares.ts";
export { type WeightedLine, weightedLeastSquares } from "./weighted-least-squares.ts";
export { type RankedColumn, rankedColumn } from "../numerics/ranked-column.ts";
