import { replicated } from "../resampling/bootstrap.ts";
import type { Interval } from "../resampling/percentile-interval.ts";
import { unitInterval } from "../resampling/unit-interval.ts";
import { isShare, type PartlyLabelledColumns } from "./partly-labelled.ts";
import type { IntervalEstimate } from "./powered-interval.ts";
import { predictionPowered } from "./prediction-powered.ts";

/** A judge's predictions compared with people's labels. */
export interface JudgeAgainstPeople {
  /**
   * The mean, slope or difference of the predictions of all rows: the result of the judge alone.
   */
  readonly alone: number;
  /** The same statistic of prediction minus label in the labelled rows: the bias of the judge. */
  readonly bias: IntervalEstimate;
  /** Present if labels and predictions are all 0 or 1 and a share is estimated. */
  readonly yesNo?: YesNoAgreement;
}

/** How a judge's yes and no agree with people's in the labelled rows. */
export interface YesNoAgreement {
  /** The share of people's yes that the judge calls yes; NaN if there is none. */
  readonly sensitivity: IntervalEstimate;
  /** The share of people's no that the judge calls no; NaN if there is none. */
  readonly specificity: IntervalEstimate;
  /** The share of rows on which both agree. */
  readonly agreement: number;
  /**
   * The agreement expected by chance: that of a judge that says yes as often without reading the
   * row.
   */
  readonly byChance: number;
  /** Cohen's κ with its interval: (agreement − byChance) / (1 − byChance). */
  readonly kappa: Interval & { readonly value: number };
}

/**
 * The result of a judge alone, its bias against people's labels and, for yes and no, its
 * sensitivity, specificity and Cohen's κ (1960). Errors are by cluster, rows count by weight, and
 * strata by their share, as in {@link predictionPowered}. κ has the percentile interval of 2,000
 * resamples of rows or clusters, and is NaN if both always give the same answer.
 * @throws RangeError as {@link predictionPowered}
 * @example
 * const labels = [1, 1, 0, 0, 1, undefined];
 * const { yesNo } = judgeAgainstPeople({ labels, predictions: [1, 1, 0, 1, 1, 0] }, "1");
 * yesNo; // → { agreement: 0.8, byChance: 0.56 }
 */
export function judgeAgainstPeople(
  columns: PartlyLabelledColumns,
  seed: string | number,
): JudgeAgainstPeople {
  const { labels, predictions } = columns;
  const without = Array.from(predictions, () => 0);
  const alone = { ...columns, labels: predictions, predictions: without, isShare: undefined };
  const errors = Array.from(predictions, (prediction, row) => {
    const label = labels[row];
    return label === undefined ? undefined : prediction - label;
  });
  const bias = { ...columns, labels: errors, predictions: without, isShare: false };
  const isYesNo = isShare(columns) && columns.inFirst === undefined && areYesNo(predictions);
  return {
    alone: predictionPowered(alone).classical.estimate,
    bias: predictionPowered(bias).classical,
    ...(isYesNo && { yesNo: yesNoAgreement(columns, seed) }),
  };
}

function areYesNo(values: ArrayLike<number>): boolean {
  return Array.from(values).every((value) => value === 0 || value === 1);
}

function yesNoAgreement(columns: PartlyLabelledColumns, seed: string | number): YesNoAgreement {
  const rows = rowsOf(columns, (label) => label !== undefined);
  const { labels, predictions, weights, clusters } = rows;
  const kappa = (counts: ArrayLike<number>): number => {
    const { agreement, byChance } = chanceOf(rows, (row) => counts[row]! * (weights?.[row] ?? 1));
    return (agreement - byChance) / (1 - byChance);
  };
  const [found] = replicated([kappa], labels.length, {
    seed: `kappa ${seed}`,
    replicates: 2000,
    ...(clusters && { clusters }),
  });
  const { value, replicates, items } = found!;
  return {
    sensitivity: shareOf(columns, 1, (prediction) => prediction),
    specificity: shareOf(columns, 0, (prediction) => 1 - prediction),
    ...chanceOf({ labels, predictions }, (row) => weights?.[row] ?? 1),
    kappa: { value, ...unitInterval(replicates, items!) },
  };
}

/** The agreement of two columns of 0 and 1, and the agreement that their shares alone imply. */
function chanceOf(
  { labels, predictions }: PartlyLabelledColumns,
  weightOf: (row: number) => number,
): { readonly agreement: number; readonly byChance: number } {
  let [all, same, labelled, predicted] = [0, 0, 0, 0];
  for (let row = 0; row < labels.length; row++) {
    const weight = weightOf(row);
    all += weight;
    same += labels[row] === predictions[row] ? weight : 0;
    labelled += weight * labels[row]!;
    predicted += weight * predictions[row]!;
  }
  const [yes, saidYes] = [labelled / all, predicted / all];
  return { agreement: same / all, byChance: yes * saidYes + (1 - yes) * (1 - saidYes) };
}

/** The share, among rows with this label, that the judge calls the same. */
function shareOf(
  columns: PartlyLabelledColumns,
  label: number,
  isSame: (prediction: number) => number,
): IntervalEstimate {
  const rows = rowsOf(columns, (value) => value === label);
  return predictionPowered({
    ...rows,
    labels: Array.from(rows.predictions, isSame),
    predictions: Array.from(rows.predictions, () => 0),
    isShare: true,
  }).classical;
}

/** The columns of the rows with such a label. */
function rowsOf(
  { labels, predictions, clusters, weights }: PartlyLabelledColumns,
  isOf: (label: number | undefined) => boolean,
): PartlyLabelledColumns {
  const rows = Array.from(labels, (_, row) => row).filter((row) => isOf(labels[row]));
  const picked = <T>(column: ArrayLike<T>): T[] => rows.map((row) => column[row]!);
  return {
    labels: picked(labels),
    predictions: picked(predictions),
    ...(clusters && { clusters: picked(clusters) }),
    ...(weights && { weights: picked(weights) }),
  };
}
