export type {
  Answer,
  AnswerOf,
  Ask,
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
  Marginal,
  Observation,
  Pair,
  Pmf,
  Provider,
  Query,
  QueryOf,
  Question,
  QuestionOf,
  Reading,
  Reply,
  Request,
  Source,
  Template,
  Trial,
  Usage,
} from "./types.ts";
export { normal, random, shuffle } from "./random.ts";
export type { Random } from "./random.ts";
export { massOf } from "./pmf.ts";
export { ZERO_CLAMP, logProbability, pmi } from "./pmi.ts";
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
export { marginalNames, method, methodNames } from "./methods.ts";
export type { MarginalName, Method, MethodContext, MethodName } from "./methods.ts";
export { questionKey } from "./question.ts";
export { plan } from "./plan.ts";
export type { Run } from "./plan.ts";
export { elicit } from "./elicit.ts";
export type { ElicitOptions, Progress } from "./elicit.ts";
export { readReply } from "./read-reply.ts";
export { collectAnswers, estimate } from "./estimate.ts";
export type { Answers, Outcome, Status } from "./estimate.ts";
export { midranks } from "./rank.ts";
export { pearson, spearman } from "./correlation.ts";
export { bootstrap, bootstrapSpearmanStandardError, standardError } from "./bootstrap.ts";
export type { BootstrapOptions } from "./bootstrap.ts";
export { resampledSpearman } from "./resampled-spearman.ts";
export type { ResampledStatistic } from "./resampled-statistic.ts";
export { decomposition } from "./decomposition.ts";
export type { Decomposition } from "./decomposition.ts";
