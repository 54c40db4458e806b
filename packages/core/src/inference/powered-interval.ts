import { studentQuantile } from "../numerics/student-quantile.ts";
import { type Interval, tailOf } from "../resampling/percentile-interval.ts";
import { exactShare, isFewOfAKind } from "./exact-share.ts";
import { type PoweredSample, tunedWeight } from "./powered-sample.ts";

export interface IntervalEstimate extends Interval {
  readonly estimate: number;
  readonly standardError: number;
  /**
   * Whether this is the exact interval of a share with few labels of one kind: see
   * {@link exactShare}.
   */
  readonly isExact: boolean;
  /**
   * The skewness of the estimate's distribution: its third cumulant divided by the cube of the
   * standard error. It is too large beyond ± {@link TOO_SKEWED}.
   */
  readonly skewness: number;
}

/**
 * The interval of a weighted sum of samples, with degrees of freedom by Welch and Satterthwaite.
 */
export function intervalOf(
  samples: readonly PoweredSample[],
  level: number,
  /** The variance added by errors that several samples share. */
  shared = 0,
): IntervalEstimate {
  const tail = tailOf(level);
  const { estimate, variance, corrected, freedom } = spreadOf(samples, shared);
  const standardError = Math.sqrt(variance);
  const size = effectiveSize(samples, { estimate, variance, freedom }, tail);
  const isExact = isFewOfAKind(estimate, size);
  const common = { estimate, standardError, isExact, skewness: skewnessOf(samples, standardError) };
  if (isExact) return { ...common, ...exactShare(estimate, size, level) };
  const half = corrected === 0 ? 0 : studentQuantile(tail, freedom) * Math.sqrt(corrected);
  return { ...common, low: estimate - half, high: estimate + half };
}

function skewnessOf(samples: readonly PoweredSample[], standardError: number): number {
  const cumulant = samples.reduce(
    (sum, sample) => sum + sample.weight ** 3 * sample.rectifiedCumulant,
    0,
  );
  return cumulant === 0 ? 0 : cumulant / standardError ** 3;
}

/**
 * The samples with tuned λ, or with λ = 0 if a share has too few labels of one kind to show the
 * error of the predictions.
 */
export function tuned<Sample extends PoweredSample>(samples: readonly Sample[]): Sample[] {
  return hasFewOfAKind(samples)
    ? withoutPredictions(samples)
    : samples.map((sample) => ({ ...sample, lambda: tunedWeight(sample) }));
}

export function withoutPredictions<Sample extends PoweredSample>(
  samples: readonly Sample[],
): Sample[] {
  return samples.map((sample) => ({
    ...sample,
    lambda: 0,
    rectifiedCumulant: sample.labelCumulant,
  }));
}

/** Whether the samples give a share whose interval from labels alone is the exact one. */
export function hasFewOfAKind(samples: readonly PoweredSample[], shared = 0): boolean {
  const spread = spreadOf(withoutPredictions(samples), shared);
  return isFewOfAKind(spread.estimate, effectiveSize(samples, spread, 0.025));
}

interface Spread {
  readonly estimate: number;
  readonly variance: number;
  readonly freedom: number;
}

function spreadOf(
  samples: readonly PoweredSample[],
  shared: number,
): Spread & { readonly corrected: number } {
  let [variance, corrected, squares] = [0, 0, 0];
  let [largest, fewest] = [1, Infinity];
  for (const sample of samples) {
    const { labelledUnits: n, fitted, lambda } = sample;
    const sampleVariance = sample.weight ** 2 * varianceOf(sample);
    const numbers = fitted + (lambda > 0 ? 1 : 0);
    const unbiased = n > numbers ? (sampleVariance * (n - 1)) / (n - numbers) : Number.NaN;
    const freedom = Math.max(1, n * sample.evenness - numbers);
    variance += sampleVariance;
    corrected += unbiased;
    squares += unbiased ** 2 / freedom;
    largest = Math.max(largest, (n - 1) / (n - numbers));
    fewest = Math.min(fewest, freedom);
  }
  const values = samples.map(
    ({ value, lambda, shift, weight }) => weight * (value + (lambda && lambda * shift)),
  );
  const ofWeights = varianceOfWeights(samples);
  return {
    estimate: values.reduce((a, b) => a + b),
    variance: Math.max(0, variance + shared) + ofWeights,
    corrected: Math.max(0, corrected + largest * shared) + ofWeights,
    freedom: shared === 0 ? corrected ** 2 / squares : fewest,
  };
}

/** The variance of one sample's mean or slope. */
function varianceOf(sample: PoweredSample): number {
  const { labelled: n, unlabelled, lambda } = sample;
  const rectified =
    sample.labelVariance - 2 * lambda * sample.covariance + lambda ** 2 * sample.predictionVariance;
  const separate =
    Math.max(0, rectified) / n + (lambda && (lambda ** 2 * sample.unlabelledVariance) / unlabelled);
  const together =
    2 * lambda * sample.labelsWithOthers - 2 * lambda ** 2 * sample.predictionsWithOthers;
  return Math.max(0, separate + together);
}

/**
 * The variance due to the strata's shares of the rows, if the rows are a sample themselves: 0 with
 * one stratum for each group.
 */
function varianceOfWeights(samples: readonly PoweredSample[]): number {
  let variance = 0;
  for (const sign of [1, -1]) {
    const strata = samples.filter(({ weight }) => Math.sign(weight) === sign);
    if (strata.length < 2) continue;
    const centre = strata.reduce((sum, { weight, value }) => sum + Math.abs(weight) * value, 0);
    const units = strata.reduce(
      (sum, stratum) => sum + stratum.labelledUnits + stratum.unlabelledUnits,
      0,
    );
    for (const { weight, value, shareInflation } of strata) {
      variance += (shareInflation * Math.abs(weight) * (value - centre) ** 2) / units;
    }
  }
  return variance;
}

/**
 * The effective number of independent labels behind a share (Korn and Graubard, 1998): the number
 * that would give the same variance, and at most the number of labels, adjusted for unequal weights
 * (Kish). NaN if the target is not a share. Labels that are all the same show no variance, so the
 * number of units is used.
 */
function effectiveSize(
  samples: readonly PoweredSample[],
  { estimate, variance, freedom }: Spread,
  tail: number,
): number {
  if (!samples.every(({ isShare, lambda, weight }) => isShare && lambda === 0 && weight > 0)) {
    return Number.NaN;
  }
  const kish = (of: "labelled" | "labelledUnits"): number =>
    1 /
    samples.reduce(
      (sum, sample) => sum + sample.weight ** 2 / (sample.effectiveShare * sample[of]),
      0,
    );
  const labels = kish("labelled");
  const [first] = samples;
  if (
    samples.length === 1 &&
    first!.labelled === first!.labelledUnits &&
    first!.effectiveShare === 1
  )
    return labels;
  if (variance === 0) return kish("labelledUnits");
  const wider = (studentQuantile(tail, labels - 1) / studentQuantile(tail, freedom)) ** 2;
  return Math.min(labels, ((estimate * (1 - estimate)) / variance + 1) * wider);
}
