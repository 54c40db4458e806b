// What is asked about and what people did; what an estimator asks and is told; how a model is asked and its reply read
export type * from "./types.ts";
export type * from "./provider.ts";

// Before JSON of others is read
export { DEEPEST_JSON, isNestedTooDeep } from "./nesting/nesting.ts";

// Chance, all of it seeded
export { normal, random, shuffle, type Random } from "./sampling/random.ts";
export { aliasSampler, type AliasSampler } from "./sampling/alias-sampler.ts";
export { candidateSet } from "./sampling/candidates.ts";
export { splitPairs, type PairSplit, type SplitSizes } from "./sampling/split-pairs.ts";
export { drawGrounding } from "./sampling/grounding.ts";

// Methods: their terms, and each by its name, as data
export {
  closed,
  direct,
  directWith,
  empirical,
  grounded,
  none,
  open,
  ungrounded,
} from "./methods/terms.ts";
export { massOf, split, summed, type Term } from "./methods/terms.ts";
export { directPmi } from "./methods/direct-pmi.ts";
export { counted } from "./methods/counted.ts";
export { canImply, implied } from "./methods/implied.ts";
export { rotated, rotatedAsk } from "./methods/rotated.ts";
export { gem, GEM_DEFAULTS, NOT_AVAILABLE, type GemOptions } from "./methods/gem.ts";
export type {
  ConditionalPart,
  ConditionalTerm,
  MarginalPart,
  Method,
  MethodContext,
  MethodFamily,
  MethodPart,
  Needs,
} from "./methods/method.ts";
export { marginalNames, type MarginalName } from "./methods/marginals.ts";
export { splitFamily, type SplitFamily } from "./methods/split-family.ts";
export {
  describeMethod,
  method,
  methodFamilies,
  type MethodId,
  type MethodName,
} from "./methods/methods.ts";

// A run from questions to estimates
export { plan, queriesOf, type Run } from "./estimation/plan.ts";
export {
  elicit,
  elicitOne,
  type Asking,
  type ElicitOptions,
  type Progress,
} from "./estimation/elicit.ts";
export { pool, type PoolOptions } from "./estimation/pool.ts";
export { collectAnswers, estimate, isDoubtful, lookUp } from "./estimation/estimate.ts";
export type { Answers, LookUpOptions, Outcome, Status } from "./estimation/estimate.ts";
export { questionKey, questionOf, readReply, requestOf } from "./estimation/question.ts";

// Probabilities
export { ZERO_CLAMP, isBelowClamp, isClamped, logProbability, pmi } from "./statistics/pmi.ts";
export { pmiOfCounts, type PairCounts } from "./statistics/pmi-of-counts.ts";
export { npmi } from "./statistics/npmi.ts";
export { meanPmi, type MeanPmi } from "./statistics/mean-pmi.ts";
export {
  marginalFromCounts,
  type CountedMarginal,
  type Smoothing,
} from "./statistics/marginal-from-counts.ts";
export {
  posteriorRate,
  ratePrior,
  type CountedRates,
  type RatePrior,
} from "./statistics/rate-prior.ts";
export {
  type CountedShares,
  dirichletStrength,
  smoothedShares,
} from "./statistics/dirichlet-strength.ts";

// Ranks, correlation and lines
export { midranks } from "./statistics/midranks.ts";
export { canonicalNumber } from "./statistics/canonical-number.ts";
export { completeRows, type CompleteRows } from "./statistics/complete-rows.ts";
export { pearson, spearman } from "./statistics/correlation.ts";
export { pearsonTest, spearmanTest } from "./statistics/correlation-test.ts";
export type { CorrelationTest, CorrelationTestOptions } from "./statistics/correlation-test.ts";
export {
  partialRankCorrelation,
  partialSpearman,
  resampledPartialSpearman,
} from "./statistics/partial-spearman.ts";
export { withinSpearman } from "./statistics/within-spearman.ts";
export { resampledWeightedSpearman, weightedSpearman } from "./statistics/weighted-spearman.ts";
export {
  permutationTest,
  type PermutationTest,
  type PermutationTestOptions,
} from "./statistics/permutation-test.ts";
export { leastSquares, type Line } from "./statistics/least-squares.ts";
export { meanWithSem, type Mean } from "./statistics/mean.ts";
export { meanInterval, type MeanInterval } from "./statistics/mean-interval.ts";
export { effectiveSize } from "./statistics/effective-size.ts";

// Errors and intervals by resampling
export { bootstrap, bootstrapSpearmanStandardError, replicated } from "./statistics/bootstrap.ts";
export type { BootstrapOptions, Replicated } from "./statistics/bootstrap.ts";
export type { ClusterKey, ResampledStatistic } from "./numerics/resampler.ts";
export { type RankedColumn, rankedColumn } from "./numerics/ranked-column.ts";
export {
  rankCorrelation,
  resampledSpearman,
  resampledWithinSpearman,
} from "./statistics/resampled-spearman.ts";
export { resampledMean } from "./statistics/resampled-mean.ts";
export { resampledWeightedMean } from "./statistics/resampled-weighted-mean.ts";
export { resampledSlope } from "./statistics/resampled-slope.ts";
export { jackknife } from "./statistics/jackknife.ts";
export { standardError } from "./statistics/standard-error.ts";
export { percentileInterval, type Interval } from "./statistics/percentile-interval.ts";
export { unitInterval } from "./statistics/unit-interval.ts";
export { bcaInterval, type BcaOptions } from "./statistics/bca-interval.ts";
export {
  pairedDifference,
  pairedP,
  type PairedDifference,
} from "./statistics/paired-difference.ts";

// What repeats in data: contexts, units that are resampled whole, who is blind to x or y, and whether a mark may stand
export type { PairKeys } from "./repeats/pair-groups.ts";
export { countsInContext, type CountsInContext } from "./repeats/counts-in-context.ts";
export { impliedInContext } from "./repeats/implied-in-context.ts";
export { FEWEST_UNITS, resamplingUnit } from "./repeats/resampling-unit.ts";
export type { ResamplingUnit, UnitCandidate } from "./repeats/resampling-unit.ts";
export { blindToX, blindToY, type ControlsApply, controlsApply } from "./repeats/blind-controls.ts";
export {
  centredByBoth,
  type CentredByBoth,
  resampledCentredSpearman,
} from "./repeats/centred-by-both.ts";
export { resampledBeyondLevels, type TruthLevels, truthLevels } from "./repeats/beyond-levels.ts";
export { markGate, type MarkedColumn, type MarkGate } from "./repeats/mark-gate.ts";
export { aboveChance, type SizedStatistic } from "./repeats/above-chance.ts";

// How far distributions over labels are from people's, and how many people that is worth
export { totalVariation } from "./distances/total-variation.ts";
export { jensenShannonDivergence } from "./distances/jensen-shannon-divergence.ts";
export { earthMoversDistance } from "./distances/earth-movers-distance.ts";
export { distancesByX, type DistancesByX } from "./distances/distances-by-x.ts";
export { worthInPeople, type WorthInPeople } from "./distances/worth-in-people.ts";

// Intervals from few labels and many predictions
export { predictionPowered, type PredictionPowered } from "./statistics/prediction-powered.ts";
export type {
  IntervalEstimate,
  PartlyLabelled,
  PoweredSample,
} from "./statistics/prediction-powered.ts";
export { labelsNeeded, rowsToLabel, type LabelsNeeded } from "./statistics/labels-needed.ts";

// Comparing methods
export { compareMethods } from "./statistics/compare-methods.ts";
export type {
  MethodComparison,
  MethodDifference,
  MethodEstimates,
  MethodScore,
} from "./statistics/compare-methods.ts";
export { holm } from "./statistics/holm.ts";
export { standings, type Standing, type StandingsOptions } from "./statistics/standings.ts";
export { stability, type Spread, type Stability } from "./statistics/stability.ts";
export {
  raterCurve,
  type RatedPair,
  type RaterCurve,
  type RaterCurveOptions,
} from "./statistics/rater-curve.ts";
export { worthInRaters, type WorthInRaters } from "./statistics/worth-in-raters.ts";
export {
  pairsNeeded,
  powerAt,
  type PairsNeeded,
  type Pilot,
  type PowerOptions,
} from "./statistics/power.ts";

// Why a method does so
export { decomposition, type Decomposition } from "./statistics/decomposition.ts";
export {
  elicitedDecomposition,
  type ElicitedDecomposition,
} from "./statistics/elicited-decomposition.ts";
export { type Coherence, CoherenceTally, type Contradiction } from "./coherence/coherence-tally.ts";
export { decidedBy, type Evidence, limits } from "./coherence/limits.ts";
export { calibrationSlope, type CalibrationScale } from "./statistics/calibration-slope.ts";
export { meanAbsoluteError } from "./statistics/mean-absolute-error.ts";
export { expectedCalibrationError, reliabilityTable } from "./statistics/reliability.ts";
export type { ReliabilityBin, ReliabilityOptions } from "./statistics/reliability.ts";
export { isotonicFit, isotonicPredict } from "./statistics/isotonic.ts";
export type { IsotonicMap } from "./numerics/pool-adjacent-violators.ts";
export { fitRecalibration, recalibrate } from "./statistics/recalibration.ts";
export type {
  DevelopmentPair,
  RecalibratedTerm,
  Recalibration,
} from "./statistics/recalibration.ts";

// Bounds on mutual information
export {
  donskerVaradhan,
  infoNceBound,
  jensenShannon,
  nguyenWainwrightJordan,
} from "./statistics/critic-bounds.ts";
export type { ContrastiveScores, CriticScores, InfoNceBound } from "./statistics/critic-bounds.ts";
