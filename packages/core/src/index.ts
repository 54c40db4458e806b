export type {
  Answer,
  AnswerOf,
  Ask,
  Continuation,
  JsonSchema,
  Dataset,
  Elicitation,
  Estimate,
  Estimator,
  FindTemplate,
  Grounding,
  Input,
  Intervention,
  Kind,
  Label,
  LogLikelihood,
  Marginal,
  Method,
  NullContext,
  Observation,
  Pair,
  Pmf,
  CallOptions,
  Provider,
  Query,
  QueryOf,
  Question,
  QuestionOf,
  Reading,
  Reply,
  Request,
  ScoredText,
  Scoring,
  Source,
  Template,
  Trial,
  Usage,
} from "./types.ts";
export { normal, random, shuffle, type Random } from "./sampling/random.ts";
export { massOf } from "./estimation/pmf.ts";
export { ZERO_CLAMP, isClamped, logProbability, pmi } from "./statistics/pmi.ts";
export { canonicalNumber } from "./statistics/canonical-number.ts";
export { pmiOfCounts, type PairCounts } from "./statistics/pmi-of-counts.ts";
export { candidateSet } from "./sampling/candidates.ts";
export { splitPairs, type PairSplit, type SplitSizes } from "./sampling/split-pairs.ts";
export { drawGrounding } from "./sampling/grounding.ts";
export {
  closed,
  direct,
  directWith,
  directPmi,
  empirical,
  grounded,
  none,
  open,
  split,
  ungrounded,
} from "./estimation/terms.ts";
export type { Term } from "./estimation/terms.ts";
export { gem, GEM_DEFAULTS, NOT_AVAILABLE, type GemOptions } from "./estimation/gem.ts";
export { marginalNames, method, methodNames } from "./estimation/methods.ts";
export type { MarginalName, MethodContext, MethodName } from "./estimation/methods.ts";
export { questionKey, questionOf } from "./estimation/question.ts";
export { plan, queriesOf, type Run } from "./estimation/plan.ts";
export { elicit, elicitOne, type Asking, type ElicitOptions, type Progress } from "./estimation/elicit.ts";
export { pool, type PoolOptions } from "./estimation/pool.ts";
export { requestOf } from "./estimation/request-of.ts";
export { readReply } from "./estimation/read-reply.ts";
export { collectAnswers, estimate, type Answers, type Outcome, type Status } from "./estimation/estimate.ts";
export { midranks } from "./statistics/midranks.ts";
export { pearson, spearman } from "./statistics/correlation.ts";
export { bootstrap, bootstrapSpearmanStandardError, type BootstrapOptions } from "./statistics/bootstrap.ts";
export type { ClusterKey } from "./numerics/clusters.ts";
export { standardError } from "./statistics/standard-error.ts";
export { resampledSpearman } from "./statistics/resampled-spearman.ts";
export type { ResampledStatistic } from "./numerics/resampler.ts";
export { decomposition, type Decomposition } from "./statistics/decomposition.ts";
export { pearsonTest, spearmanTest } from "./statistics/correlation-test.ts";
export type { CorrelationTest, CorrelationTestOptions } from "./statistics/correlation-test.ts";
export { permutationTest, type PermutationTest, type PermutationTestOptions } from "./statistics/permutation-test.ts";
export { completeRows, type CompleteRows } from "./statistics/complete-rows.ts";
export { resampledMean } from "./statistics/resampled-mean.ts";
export { resampledSlope } from "./statistics/resampled-slope.ts";
export { jackknife } from "./statistics/jackknife.ts";
export { percentileInterval, type Interval } from "./statistics/percentile-interval.ts";
export { bcaInterval, type BcaOptions } from "./statistics/bca-interval.ts";
export { pairedDifference, type PairedDifference, type Replicated } from "./statistics/paired-difference.ts";
export { holm } from "./statistics/holm.ts";
export { compareMethods } from "./statistics/compare-methods.ts";
export type { MethodComparison, MethodDifference, MethodEstimates, MethodScore } from "./statistics/compare-methods.ts";
export { meanWithSem, type Mean } from "./statistics/mean.ts";
export { leastSquares, type Line } from "./statistics/least-squares.ts";
export { calibrationSlope, type CalibrationScale } from "./statistics/calibration-slope.ts";
export { expectedCalibrationError, reliabilityTable } from "./statistics/reliability.ts";
export type { ReliabilityBin, ReliabilityOptions } from "./statistics/reliability.ts";
export { isotonicFit, isotonicPredict } from "./statistics/isotonic.ts";
export type { IsotonicMap } from "./numerics/pool-adjacent-violators.ts";
export { fitRecalibration, recalibrate } from "./statistics/recalibration.ts";
export type { DevelopmentPair, RecalibratedTerm, Recalibration } from "./statistics/recalibration.ts";
export { elicitedDecomposition, type ElicitedDecomposition } from "./statistics/elicited-decomposition.ts";
export { stability, type Spread, type Stability } from "./statistics/stability.ts";
export { meanPmi, type MeanPmi } from "./statistics/mean-pmi.ts";
export { npmi } from "./statistics/npmi.ts";
export { donskerVaradhan, jensenShannon, nguyenWainwrightJordan } from "./statistics/critic-bounds.ts";
export type { CriticScores } from "./statistics/critic-bounds.ts";
export { infoNceBound, type ContrastiveScores, type InfoNceBound } from "./statistics/info-nce-bound.ts";
export { marginalFromCounts, type CountedMarginal, type Smoothing } from "./statistics/marginal-from-counts.ts";
export { pairsNeeded, powerAt, type PairsNeeded, type Pilot, type PowerOptions } from "./statistics/power.ts";
export { aliasSampler, type AliasSampler } from "./sampling/alias-sampler.ts";
