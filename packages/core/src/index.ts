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
export { normal, random, shuffle } from "./random.ts";
export type { Random, RandomStream } from "./random.ts";
export { massOf } from "./pmf.ts";
export { ZERO_CLAMP, isClamped, logProbability, pmi } from "./pmi.ts";
export { settled } from "./settled.ts";
export { pmiOfCounts } from "./pmi-of-counts.ts";
export type { PairCounts } from "./pmi-of-counts.ts";
export { candidateSet } from "./candidates.ts";
export { splitPairs } from "./split-pairs.ts";
export type { PairSplit, SplitSizes } from "./split-pairs.ts";
export { drawGrounding } from "./grounding.ts";
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
} from "./estimators.ts";
export type { Term } from "./estimators.ts";
export { gem, GEM_DEFAULTS, NOT_AVAILABLE } from "./gem.ts";
export type { GemOptions } from "./gem.ts";
export { marginalNames, method, methodNames } from "./methods.ts";
export type { MarginalName, Method, MethodContext, MethodName } from "./methods.ts";
export { questionKey } from "./question.ts";
export { plan } from "./plan.ts";
export type { Run } from "./plan.ts";
export { elicit } from "./elicit.ts";
export type { ElicitOptions, Progress } from "./elicit.ts";
export { requestOf } from "./request-of.ts";
export { readReply } from "./read-reply.ts";
export { collectAnswers, estimate } from "./estimate.ts";
export type { Answers, Outcome, Status } from "./estimate.ts";
export { midranks } from "./rank.ts";
export { pearson, spearman } from "./correlation.ts";
export { bootstrap, bootstrapSpearmanStandardError } from "./bootstrap.ts";
export type { BootstrapOptions } from "./bootstrap.ts";
export type { ClusterKey } from "./clusters.ts";
export { standardError } from "./standard-error.ts";
export { resampledSpearman } from "./resampled-spearman.ts";
export type { ResampledStatistic } from "./resampled-statistic.ts";
export { decomposition } from "./decomposition.ts";
export type { Decomposition } from "./decomposition.ts";
export { pearsonTest, spearmanTest } from "./correlation-test.ts";
export type { CorrelationTest, CorrelationTestOptions } from "./correlation-test.ts";
export { permutationTest } from "./permutation-test.ts";
export type { PermutationTest, PermutationTestOptions } from "./permutation-test.ts";
export { completeRows } from "./complete-rows.ts";
export type { CompleteRows } from "./complete-rows.ts";
export { resampledMean } from "./resampled-mean.ts";
export { resampledSlope } from "./resampled-slope.ts";
export { jackknife } from "./jackknife.ts";
export { percentileInterval } from "./percentile-interval.ts";
export type { Interval } from "./percentile-interval.ts";
export { bcaInterval } from "./bca-interval.ts";
export type { BcaOptions } from "./bca-interval.ts";
export { pairedDifference } from "./paired-difference.ts";
export type { PairedDifference, Replicated } from "./paired-difference.ts";
export { holm } from "./holm.ts";
export { compareMethods } from "./compare-methods.ts";
export type { MethodComparison, MethodDifference, MethodEstimates, MethodScore } from "./compare-methods.ts";
export { meanWithSem } from "./mean.ts";
export type { Mean } from "./mean.ts";
export { leastSquares } from "./least-squares.ts";
export type { Line } from "./least-squares.ts";
export { calibrationSlope } from "./calibration-slope.ts";
export type { CalibrationScale } from "./calibration-slope.ts";
export { expectedCalibrationError, reliabilityTable } from "./reliability.ts";
export type { ReliabilityBin, ReliabilityOptions } from "./reliability.ts";
export { isotonicFit, isotonicPredict } from "./isotonic.ts";
export type { IsotonicMap } from "./pool-adjacent-violators.ts";
export { fitRecalibration, recalibrate } from "./recalibration.ts";
export type { DevelopmentPair, RecalibratedTerm, Recalibration } from "./recalibration.ts";
export { elicitedDecomposition } from "./elicited-decomposition.ts";
export type { ElicitedDecomposition } from "./elicited-decomposition.ts";
export { stability } from "./stability.ts";
export type { Spread, Stability } from "./stability.ts";
export { meanPmi } from "./mean-pmi.ts";
export type { MeanPmi } from "./mean-pmi.ts";
export { npmi } from "./npmi.ts";
export { donskerVaradhan, jensenShannon, nguyenWainwrightJordan } from "./critic-bounds.ts";
export type { CriticScores } from "./critic-bounds.ts";
export { infoNceBound } from "./info-nce-bound.ts";
export type { ContrastiveScores, InfoNceBound } from "./info-nce-bound.ts";
export { marginalFromCounts } from "./marginal-from-counts.ts";
export type { CountedMarginal, Smoothing } from "./marginal-from-counts.ts";
export { pairsNeeded, powerAt } from "./power.ts";
export type { PairsNeeded, Pilot, PowerOptions } from "./power.ts";
export { aliasSampler } from "./alias-sampler.ts";
export type { AliasSampler } from "./alias-sampler.ts";
