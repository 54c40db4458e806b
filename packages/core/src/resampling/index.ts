// Means and other statistics with their errors and intervals, by resampling
export { meanWithSem, type Mean } from "./mean.ts";
export { meanInterval, type MeanInterval } from "./mean-interval.ts";
export { effectiveSize } from "./effective-size.ts";
export { bootstrap, bootstrapSpearmanStandardError, replicated } from "./bootstrap.ts";
export type { BootstrapOptions, ReplicatedStatistic } from "./bootstrap.ts";
export type { ClusterKey, ResampledStatistic } from "../numerics/resampler.ts";
export {
  rankCorrelation,
  resampledSpearman,
  resampledWithinSpearman,
} from "./resampled-spearman.ts";
export { resampledMean } from "./resampled-mean.ts";
export { resampledSlope } from "./resampled-slope.ts";
export { standardError } from "./standard-error.ts";
export { percentileInterval, type Interval } from "./percentile-interval.ts";
export { unitInterval } from "./unit-interval.ts";
export { pairedDifference, pairedP, type PairedDifference } from "./paired-difference.ts";
