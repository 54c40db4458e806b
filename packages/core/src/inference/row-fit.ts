import { leastSquares } from "../correlation/least-squares.ts";
import { weightedLeastSquares } from "../correlation/weighted-least-squares.ts";
import { mean, squaredDeviations, sumOf } from "../numerics/moments.ts";
import type { PartlyLabelledColumns } from "./partly-labelled.ts";
import { numbersAt } from "../numerics/columns.ts";

/** A mean or a slope of some rows. */
interface RowFit {
  readonly value: number;
  /** The weight of each row in it; for a slope, times the distance of its x from the mean. */
  readonly weights: Float64Array;
  /**
   * Each row's contribution to the value. Its variance is that of the value times the number of
   * rows.
   */
  readonly added: Float64Array;
}

/**
 * The mean or slope of the labels, of the predictions of the same rows, and of the predictions of
 * the other rows; for a mean, and with weights, also of the predictions of all rows.
 */
export type RowFits = Readonly<Record<"label" | "prediction" | "other", RowFit>> & {
  readonly all?: RowFit;
};

export function rowFits(
  { labels, predictions, x, weights }: PartlyLabelledColumns,
  { labelled, others, first }: Record<"labelled" | "others", readonly number[]> & { first: number },
): RowFits {
  // Relative to the first value, so that equal numbers have a variance of exactly 0.
  const [firstLabel, firstPrediction] = [labels[labelled[0]!]!, predictions[first]!];
  const fit = (column: typeof labels, at: readonly number[], from: number): RowFit => {
    const y = Float64Array.from(at, (row) => column[row]! - from);
    const ofX = x && numbersAt(x, at);
    if (weights === undefined) return ofX === undefined ? meanFit(y) : slopeFit(ofX, y);
    const weightsAt = numbersAt(weights, at);
    return ofX === undefined ? weightedMeanFit(y, weightsAt) : weightedSlopeFit(ofX, y, weightsAt);
  };
  const isWeightedMean = x === undefined && weights !== undefined;
  return {
    label: fit(labels, labelled, firstLabel),
    prediction: fit(predictions, labelled, firstPrediction),
    other: fit(predictions, others, firstPrediction),
    ...(isWeightedMean && { all: fit(predictions, [...labelled, ...others], firstPrediction) }),
  };
}

function meanFit(y: Float64Array): RowFit {
  return { value: mean(y), weights: y.map(() => 1), added: y };
}

function slopeFit(x: Float64Array, y: Float64Array): RowFit {
  const { slope, intercept } = leastSquares(x, y);
  const [centre, spread] = [mean(x), squaredDeviations(x) / x.length];
  const weights = x.map((value) => (value - centre) / spread);
  const added = y.map((value, i) => weights[i]! * (value - intercept - slope * x[i]!));
  return { value: slope, weights, added };
}

/**
 * The ratio of two sums, linearised: a row contributes its relative weight times its distance from
 * the mean.
 */
function weightedMeanFit(y: Float64Array, weights: Float64Array): RowFit {
  const total = sumOf(weights);
  const value = y.reduce((sum, one, i) => sum + weights[i]! * one, 0) / total;
  const relative = weights.map((weight) => (weight * weights.length) / total);
  return { value, weights, added: y.map((one, i) => relative[i]! * (one - value)) };
}

function weightedSlopeFit(x: Float64Array, y: Float64Array, weights: Float64Array): RowFit {
  const { slope, influence } = weightedLeastSquares(x, y, weights);
  const total = sumOf(weights);
  const centre = x.reduce((sum, value, i) => sum + weights[i]! * value, 0) / total;
  return { value: slope, weights: weights.map((w, i) => w * (x[i]! - centre)), added: influence };
}
