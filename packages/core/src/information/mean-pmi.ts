import { bcaInterval } from "../resampling/bca-interval.ts";
import { type BootstrapOptions, type Replicated, replicated } from "../resampling/bootstrap.ts";
import { jackknife } from "../resampling/jackknife.ts";
import type { Interval } from "../resampling/percentile-interval.ts";
import { resampledMean } from "../resampling/resampled-mean.ts";
import { standardError } from "../resampling/standard-error.ts";

/** Mean PMI in nats with its bootstrap standard error and BCa interval. */
export interface MeanPmi extends Interval {
  readonly mean: number;
  readonly standardError: number;
  readonly n: number;
}

/**
 * The mean of pointwise values, which is the mutual information where the pairs are a sample of
 * P(x, y): drawn as often as they occur, not chosen uniformly from a list of distinct pairs. Give
 * `clusters` where pairs share an x. The mean of nothing is NaN; error and interval are NaN for
 * fewer than two pairs or clusters.
 * @param pmi of each pair, in nats
 * @throws RangeError on NaN
 */
export function meanPmi(
  pmi: ArrayLike<number>,
  options: BootstrapOptions & { readonly level?: number },
): MeanPmi {
  const statistic = resampledMean(pmi);
  const n = pmi.length;
  const [{ value, replicates }] = replicated([statistic], n, options) as [Replicated];
  const left = jackknife(statistic, n, options.clusters);
  return {
    mean: value,
    standardError: standardError(replicates),
    ...bcaInterval(replicates, { value, jackknife: left, level: options.level ?? 0.95 }),
    n,
  };
}
