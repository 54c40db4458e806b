import { clusterDeviations } from "./cluster-deviations.ts";
import { mean, squaredDeviations } from "../numerics/moments.ts";
import type { Clusters } from "../numerics/resampler.ts";
import { isShare, type PartlyLabelledColumns } from "./partly-labelled.ts";
import { type RowFits, rowFits } from "./row-fit.ts";
import { effectiveSize } from "../resampling/effective-size.ts";
import { numbersAt } from "../numerics/columns.ts";

/** The weight of a sample, given by its stratum. */
interface SampleWeight {
  /**
   * Its weight in the estimate: 1, or its stratum's share of the rows; negative for the group that
   * is subtracted.
   */
  readonly weight: number;
  /**
   * The factor by which unequal weights raise the variance of a stratum's share of the rows; 1 if
   * all weights are equal.
   */
  readonly shareInflation: number;
}

/** The statistics of a sample apart from its variances. */
interface SampleFacts extends SampleWeight {
  readonly labelled: number;
  readonly unlabelled: number;
  /**
   * The mean or slope of the labels, and the excess of the predictions' mean or slope in the
   * unlabelled rows.
   */
  readonly value: number;
  readonly shift: number;
  /** The effective share of weighted labels (Kish), in (0, 1]; 1 if all weights are equal. */
  readonly effectiveShare: number;
  /** Whether the mean is a share. */
  readonly isShare: boolean;
}

/** A sample before its λ is tuned; its rectified cumulant depends on λ. */
export interface UntunedSample extends SampleFacts {
  /**
   * The numbers of independent units: clusters with a label and clusters with an unlabelled row, or
   * else rows.
   */
  readonly labelledUnits: number;
  readonly unlabelledUnits: number;
  /** Variances and covariance in the labelled rows, with the divisor n − 1. */
  readonly labelVariance: number;
  readonly predictionVariance: number;
  readonly covariance: number;
  /** The variance of the predictions in the unlabelled rows, and in all rows. */
  readonly unlabelledVariance: number;
  readonly overallVariance: number;
  /**
   * The covariance of the labels' and the predictions' mean or slope in the labelled rows with that
   * of the predictions in the other rows; 0 unless clusters have rows of both kinds.
   */
  readonly labelsWithOthers: number;
  readonly predictionsWithOthers: number;
  /**
   * The number of fitted parameters: 1 for a mean, 2 for a slope; 1 with errors by cluster, as the
   * jackknife counts them.
   */
  readonly fitted: number;
  /** The effective share of labelled units, in (0, 1]: below 1 where a few units dominate. */
  readonly evenness: number;
  /** The third cumulant of the labels' mean or slope. */
  readonly labelCumulant: number;
}

/**
 * The statistics of the rows of an estimate. Variances are those of one row's contribution, which
 * for a mean is its value. With errors by cluster, they are the variance of the mean or slope times
 * the number of rows.
 */
export interface PoweredSample extends UntunedSample {
  /** λ in [0, 1], the weight of the predictions; 0 for the labelled rows alone. */
  readonly lambda: number;
  /** The third cumulant of the labels' mean or slope minus λ times the predictions'. */
  readonly rectifiedCumulant: number;
}

/** Each cluster's influence on a sample's three means or slopes: see `clusterDeviations`. */
interface SampleDeviations {
  readonly label: Float64Array;
  readonly prediction: Float64Array;
  readonly others: Float64Array;
}

/** One sample's statistics, and its third cumulant as a function of λ. */
export interface TunableSample {
  readonly sample: UntunedSample;
  readonly rectifiedCumulant: (lambda: number) => number;
  /** Present if errors are by cluster. */
  readonly deviations?: SampleDeviations;
}

/** The rows of a sample, with its weight in the estimate. */
export interface SampleRows extends SampleWeight {
  readonly rows: readonly number[];
}

/** The sample of these rows. */
export function sampleOf(
  columns: PartlyLabelledColumns,
  { rows, weight, shareInflation }: SampleRows,
  clusters: Clusters | undefined,
): TunableSample {
  const { labels, weights } = columns;
  const labelled = rows.filter((row) => labels[row] !== undefined);
  const others = rows.filter((row) => labels[row] === undefined);
  const fits = rowFits(columns, { labelled, others, first: rows[0]! });
  const shared = {
    labelled: labelled.length,
    unlabelled: others.length,
    weight,
    shareInflation,
    effectiveShare: weights
      ? effectiveSize(labelled.map((row) => weights[row]!)) / labelled.length
      : 1,
    value: fits.label.value + (columns.x === undefined ? labels[labelled[0]!]! : 0),
    shift: fits.other.value - fits.prediction.value,
    isShare: isShare(columns),
  };
  return clusters === undefined
    ? { ...ofRows(fits, columns.x === undefined ? 1 : 2, shared) }
    : { ...ofClusters({ columns, labelled, others }, clusters, shared) };
}

function ofRows(
  { label, prediction, other, all }: RowFits,
  numbers: number,
  shared: SampleFacts,
): TunableSample {
  const n = shared.labelled;
  const [centre, predicted] = [mean(label.added), mean(prediction.added)];
  const products = label.added.map((value, i) => (value - centre) * prediction.added[i]!);
  const rectifiedCumulant = (lambda: number): number => {
    const cubes = label.added.map(
      (value, i) => (value - centre - lambda * (prediction.added[i]! - predicted)) ** 3,
    );
    return mean(cubes) / n ** 2;
  };
  const sample = {
    ...shared,
    labelledUnits: n,
    unlabelledUnits: shared.unlabelled,
    labelVariance: variance(label.added),
    predictionVariance: variance(prediction.added),
    covariance: (mean(products) * n) / (n - 1),
    unlabelledVariance: variance(other.added),
    overallVariance: variance(all?.added ?? [...prediction.added, ...other.added]),
    labelsWithOthers: 0,
    predictionsWithOthers: 0,
    fitted: numbers,
    evenness: evennessOf(label.weights.map((weight) => weight ** 2)),
    labelCumulant: rectifiedCumulant(0),
  };
  return { sample, rectifiedCumulant };
}

interface ClusteredRows {
  readonly columns: PartlyLabelledColumns;
  readonly labelled: readonly number[];
  readonly others: readonly number[];
}

function ofClusters(
  { columns, labelled, others }: ClusteredRows,
  clusters: Clusters,
  shared: SampleFacts,
): TunableSample {
  const deviations = deviationsOf({ columns, labelled, others }, clusters);
  const { label, prediction } = deviations;
  const product = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, cluster) => sum + value * b[cluster]!, 0);
  const [n, more] = [labelled.length, others.length];
  const [withLabel, without] = [labelled, others].map(
    (at) => new Set(at.map((row) => clusters.of[row]!)),
  ) as [Set<number>, Set<number>];
  const ofPredictions = product(prediction, prediction);
  const ofOthers = without.size > 1 ? product(deviations.others, deviations.others) : Number.NaN;
  const rectifiedCumulant = (lambda: number): number =>
    label.reduce((sum, value, cluster) => sum + (value - lambda * prediction[cluster]!) ** 3, 0);
  const sample = {
    ...shared,
    labelledUnits: withLabel.size,
    unlabelledUnits: without.size,
    labelVariance: n * product(label, label),
    predictionVariance: n * ofPredictions,
    covariance: n * product(label, prediction),
    unlabelledVariance: more * ofOthers,
    overallVariance: [...withLabel].every((cluster) => !without.has(cluster))
      ? (n + more) * deviations.variance
      : (ofPredictions + ofOthers) / (1 / n + 1 / more),
    labelsWithOthers: without.size > 1 ? product(label, deviations.others) : 0,
    predictionsWithOthers: without.size > 1 ? product(prediction, deviations.others) : 0,
    fitted: 1,
    evenness: evennessOf(pullOf(columns, labelled, clusters, withLabel)),
    labelCumulant: rectifiedCumulant(0),
  };
  return { sample, rectifiedCumulant, deviations };
}

function deviationsOf(
  { columns, labelled, others }: ClusteredRows,
  clusters: Clusters,
): SampleDeviations & { readonly variance: number } {
  const { labels, predictions, x, weights } = columns;
  const ofX = x && ((row: number) => x[row]!);
  const weightOf = weights && ((row: number) => weights[row]!);
  const from = (column: typeof labels, at: readonly number[]) => {
    const first = column[at[0]!]!;
    return clusterDeviations(clusters, at, {
      y: (row) => column[row]! - first,
      x: ofX,
      weight: weightOf,
    });
  };
  const all = from(predictions, [...labelled, ...others]);
  return {
    label: from(labels, labelled),
    prediction: from(predictions, labelled),
    others: from(predictions, others),
    variance: all.reduce((sum, value) => sum + value ** 2, 0),
  };
}

/**
 * The share of the variance that is due to each labelled cluster if half of the error of its rows
 * is common to them.
 */
function pullOf(
  { x, weights }: PartlyLabelledColumns,
  labelled: readonly number[],
  { of, count }: Clusters,
  withLabel: ReadonlySet<number>,
): Float64Array {
  const centre = x && mean(numbersAt(x, labelled));
  const [sums, squares] = [new Float64Array(count), new Float64Array(count)];
  for (const row of labelled) {
    const weight = (weights?.[row] ?? 1) * (x === undefined ? 1 : x[row]! - centre!);
    sums[of[row]!]! += weight;
    squares[of[row]!]! += weight ** 2;
  }
  return Float64Array.from(withLabel, (cluster) => sums[cluster]! ** 2 + squares[cluster]!);
}

/** Kish's effective share of parts with these sizes. */
const evennessOf = (squares: Float64Array): number =>
  mean(squares) ** 2 / mean(squares.map((square) => square ** 2));

function variance(values: ArrayLike<number>): number {
  return squaredDeviations(values) / (values.length - 1);
}

/** The λ that minimises the variance (PPI++, Section 6), within [0, 1]. */
export function tunedWeight(sample: UntunedSample): number {
  const { labelled: n, unlabelled, labelledUnits, unlabelledUnits, fitted: numbers } = sample;
  const shrunk = (sample.covariance * (labelledUnits - 1)) / labelledUnits;
  const lambda =
    (shrunk - n * sample.labelsWithOthers) /
    ((1 + n / unlabelled) * sample.overallVariance - 2 * n * sample.predictionsWithOthers);
  return unlabelledUnits >= 2 && labelledUnits >= numbers + 2 && lambda > 0
    ? Math.min(1, lambda)
    : 0;
}
