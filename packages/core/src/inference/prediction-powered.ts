import { mean, squaredDeviations } from "../numerics/moments.ts";
import { leastSquares } from "../correlation/least-squares.ts";
import { requireEach } from "../numerics/columns.ts";
import { studentQuantile } from "../numerics/student-quantile.ts";
import { tailOf, type Interval } from "../resampling/percentile-interval.ts";

/** Columns of equal length. */
export interface PartlyLabelled {
  /** `undefined` where a row has none. */
  readonly labels: ArrayLike<number | undefined>;
  readonly predictions: ArrayLike<number>;
  /** For the slope of the least-squares line on this instead of the mean. */
  readonly x?: ArrayLike<number> | undefined;
  /** For that of the rows where this is true less that of the others. */
  readonly inFirst?: ArrayLike<boolean> | undefined;
}

export interface IntervalEstimate extends Interval {
  readonly estimate: number;
  readonly standardError: number;
}

/** With predictions, and what it is made of: one sample, or one a group. */
export interface PredictionPowered extends IntervalEstimate {
  /** From the labelled rows alone. */
  readonly classical: IntervalEstimate;
  readonly samples: readonly PoweredSample[];
}

/** What an estimate needs to know of its rows. Variances are of what one row adds: of a mean, its value. */
export interface PoweredSample {
  readonly labelled: number;
  readonly unlabelled: number;
  /** λ in [0, 1], the weight of the predictions; 0 for the labelled rows alone. */
  readonly lambda: number;
  /** The labels' mean or slope, and by how much the predictions' is higher in the rows without a label. */
  readonly value: number;
  readonly shift: number;
  /** Of the labelled rows, dividing by n − 1. */
  readonly labelVariance: number;
  readonly predictionVariance: number;
  readonly covariance: number;
  /** Of the predictions of the rows without a label, and of all rows. */
  readonly unlabelledVariance: number;
  readonly overallVariance: number;
  /** Numbers fitted: 1 of a mean, 2 of a slope. */
  readonly fitted: number;
  /** As how many rows one with a label counts, in (0, 1]: below 1 where a few decide a slope. */
  readonly evenness: number;
}

/**
 * A mean, a share (the mean of an indicator), a slope, or the difference of two groups, from labels of some rows and
 * predictions of all, by PPI++ (Angelopoulos, Duchi and Zrnic, 2023): the labels' estimate, and λ times what the
 * predictions' is higher in the rows without a label. Predictions may be wrong in any way. The worse they tell labels,
 * the smaller is λ, so that the interval is wider than that of the labelled rows alone only by noise.
 *
 * Intervals hold for all that independent rows come from, if those with a label were drawn at random (`rowsToLabel`).
 * They are Student's t, Welch's for a difference, with errors robust to unequal variance for a slope; λ counts as one
 * number fitted. λ is 0 where no prediction varies, fewer than two rows lack a label, or too few have one. NaN for one
 * label and for a slope on an x that is constant; no width for labels that are all the same.
 *
 * Estimate and λ of a mean are those of `ppi-python`. For a slope it takes the predictions' residuals from the labels'
 * line, which widens the interval where their slope is wrong; here they are from their own line.
 * @throws RangeError on unequal lengths, NaN, ±∞, and where `level` is not between 0 and 1
 */
export function predictionPowered(columns: PartlyLabelled, level = 0.95): PredictionPowered {
  const { labels, predictions, x, inFirst } = columns;
  const lengths = [labels, predictions, x, inFirst].flatMap((column) => column?.length ?? []);
  if (new Set(lengths).size > 1)
    throw new RangeError(`columns are of equal length, not ${lengths.join(", ")} values`);
  const known = Array.from(labels, (label) => (label === undefined ? 0 : label));
  requireEach(
    known,
    Number.isFinite,
    "a label is a finite number, or undefined where there is none",
  );
  requireEach(predictions, Number.isFinite, "a prediction is a finite number");
  requireEach(x ?? [], Number.isFinite, "an x is a finite number");
  const rows = [...known.keys()];
  const groups = inFirst
    ? [true, false].map((first) => rows.filter((row) => inFirst[row] === first))
    : [rows];
  const samples = groups.map((group) => sampleOf(columns, group));
  const alone = samples.map((sample) => ({ ...sample, lambda: 0 }));
  return { ...intervalOf(samples, level), classical: intervalOf(alone, level), samples };
}

function sampleOf(
  { labels, predictions, x }: PartlyLabelled,
  rows: readonly number[],
): PoweredSample {
  const labelled = rows.filter((row) => labels[row] !== undefined);
  const others = rows.filter((row) => labels[row] === undefined);
  // From the first on, so that numbers which are all the same have a variance of exactly 0.
  const [firstLabel, firstPrediction] = [labels[labelled[0]!]!, predictions[rows[0]!]!];
  const fit = (column: typeof labels, at: readonly number[], first: number) => {
    const y = Float64Array.from(at, (row) => column[row]! - first);
    if (x === undefined) return { value: mean(y), weights: y.map(() => 1), added: y };
    const own = Float64Array.from(at, (row) => x[row]!);
    const { slope, intercept } = leastSquares(own, y);
    const [centre, spread] = [mean(own), squaredDeviations(own) / own.length];
    const weights = own.map((value) => (value - centre) / spread);
    return {
      value: slope,
      weights,
      added: y.map((value, i) => weights[i]! * (value - intercept - slope * own[i]!)),
    };
  };
  const label = fit(labels, labelled, firstLabel);
  const prediction = fit(predictions, labelled, firstPrediction);
  const other = fit(predictions, others, firstPrediction);
  const centre = mean(label.added);
  const products = label.added.map((value, i) => (value - centre) * prediction.added[i]!);
  const squares = label.weights.map((weight) => weight ** 2);
  const sample = {
    labelled: labelled.length,
    unlabelled: others.length,
    value: label.value + (x === undefined ? firstLabel : 0),
    shift: other.value - prediction.value,
    labelVariance: variance(label.added),
    predictionVariance: variance(prediction.added),
    covariance: (mean(products) * labelled.length) / (labelled.length - 1),
    unlabelledVariance: variance(other.added),
    overallVariance: variance([...prediction.added, ...other.added]),
    fitted: x === undefined ? 1 : 2,
    evenness: mean(squares) ** 2 / mean(squares.map((square) => square ** 2)),
  };
  return { ...sample, lambda: tunedWeight(sample) };
}

/** The λ of the least variance (PPI++, Section 6), within [0, 1]. */
export function tunedWeight(sample: Omit<PoweredSample, "lambda">): number {
  const { labelled: n, unlabelled, fitted, covariance, overallVariance } = sample;
  const lambda = (covariance * (n - 1)) / n / ((1 + n / unlabelled) * overallVariance);
  return unlabelled >= 2 && n >= fitted + 2 && lambda > 0 ? Math.min(1, lambda) : 0;
}

/** Of one sample, or of the first less the second; degrees of freedom of a sum after Welch and Satterthwaite. */
export function intervalOf(samples: readonly PoweredSample[], level: number): IntervalEstimate {
  const tail = tailOf(level);
  let [variance, corrected, squares] = [0, 0, 0];
  for (const { labelled: n, unlabelled, lambda, fitted, evenness, ...sample } of samples) {
    const rectified =
      sample.labelVariance -
      2 * lambda * sample.covariance +
      lambda ** 2 * sample.predictionVariance;
    const own =
      Math.max(0, rectified) / n +
      (lambda && (lambda ** 2 * sample.unlabelledVariance) / unlabelled);
    const numbers = fitted + (lambda > 0 ? 1 : 0);
    const unbiased = n > numbers ? (own * (n - 1)) / (n - numbers) : Number.NaN;
    variance += own;
    corrected += unbiased;
    squares += unbiased ** 2 / Math.max(1, n * evenness - numbers);
  }
  const estimate = samples
    .map(({ value, lambda, shift }) => value + (lambda && lambda * shift))
    .reduce((a, b) => a - b);
  const half =
    corrected === 0 ? 0 : studentQuantile(tail, corrected ** 2 / squares) * Math.sqrt(corrected);
  return {
    estimate,
    standardError: Math.sqrt(variance),
    low: estimate - half,
    high: estimate + half,
  };
}

function variance(values: ArrayLike<number>): number {
  return squaredDeviations(values) / (values.length - 1);
}
