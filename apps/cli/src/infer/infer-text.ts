import {
  type BiasByGroup,
  type IntervalEstimate,
  type JudgeAgainstPeople,
  type LabelledClusters,
  type LabelsNeeded,
  type PoweredSample,
  type PoweredEstimate,
  TOO_SKEWED,
} from "@promptnce/core/inference";
import { FEWEST_UNITS } from "@promptnce/core/repeats";
import { said } from "../terminal/said.ts";
import { countText as count } from "@promptnce/core/errors";
import { markdownTableOf } from "#report/tables";

/** The output of `infer`, also as JSON. */
export interface Inference extends PoweredEstimate {
  readonly quantity: string;
  readonly simulated: boolean;
  /** The rows missing something other than a label, or of weight 0. */
  readonly leftOut: number;
  /** Whether each group has labels that are all the same, so that only a share has an interval. */
  readonly alike: boolean;
  /**
   * The clusters of the errors, unless they are by row, and the strata within which labels were
   * drawn.
   */
  readonly unit: string | undefined;
  readonly strata: string | undefined;
  /**
   * The column that rows count by, and as how many labels of equal weight theirs are; absent
   * without weights.
   */
  readonly weighed?: { readonly by: string; readonly effective: number };
  /** What the predictions alone say, and how far they are from people's labels. */
  readonly judge: JudgeAgainstPeople;
  /** The labels in all that halve the interval; `null` if these are more than there are rows. */
  readonly toHalve?: number | null;
  /** The bias by the values of a column. */
  readonly bias?: BiasByGroup & { readonly by: string };
  readonly precision?: number;
  readonly needed?: LabelsNeeded;
  readonly seed?: string;
  /** Line numbers of the file. */
  readonly next?: readonly number[];
}

/** Readable text: a table, then its interpretation in sentences. */
export function inferText(inference: Inference): string {
  const { quantity, simulated, leftOut, classical, samples, precision, needed, unit } = inference;
  const { labelled, unlabelled } = rowsIn(samples);
  const parts = said(
    `The ${quantity}, from ${count(labelled)} rows with a label and ${count(unlabelled)} without:`,
    simulated && "Simulated: the predictions are those of a simulated respondent.",
    intervalTable(inference),
    ...judgeTexts(inference),
    inference.bias && biasText(inference.bias),
    widthText(inference),
    halveText(inference),
    inference.clusters && clusterText(unit ?? "cluster", inference.clusters),
    inference.strata !== undefined &&
      `By stratum: each ${inference.strata} counts its share of the rows, however many of them have a label.`,
    inference.weighed && weightText(inference.weighed),
    classical.isExact && exactText(inference),
    ...alikeTexts(inference),
    skewText(inference),
    precision !== undefined && needed && neededText(needed, precision),
    precision !== undefined &&
      inference.clusters?.whole === false &&
      `How many labels ± ${precision} takes cannot be said if one ${unit} has rows with and without a label, or rows in both groups: further labels of the same ${unit} tell less.`,
    nextText(inference),
    samples.some(isApart) &&
      "The predictions of rows with a label differ from those of rows without by more than three standard errors. The labelled rows do not seem to be drawn at random; if so, neither interval holds.",
    printedText(inference),
    leftOut > 0 &&
      `Rows left out for an empty cell${inference.weighed ? " or a weight of 0" : ""}: ${count(leftOut)}.`,
  );
  return `${parts.join("\n\n")}\n`;
}

/** The numbers of rows with a label and without. */
function rowsIn(samples: readonly PoweredSample[]): {
  readonly labelled: number;
  readonly unlabelled: number;
} {
  const total = (has: "labelled" | "unlabelled"): number =>
    samples.reduce((sum, sample) => sum + sample[has], 0);
  return { labelled: total("labelled"), unlabelled: total("unlabelled") };
}

function intervalTable(inference: Inference): string {
  const text = textOf(inference.classical);
  const row = (name: string, interval: IntervalEstimate): string[] => {
    const error = interval.isExact ? Number.NaN : interval.standardError;
    return [name, ...[interval.estimate, error, interval.low, interval.high].map(text)];
  };
  return markdownTableOf(
    ["From", "Estimate", "Standard error", "95 % from", "to"],
    [
      row("labels and predictions", inference),
      row("labels alone", inference.classical),
      ["predictions alone", text(inference.judge.alone), "–", "–", "–"],
    ],
    ["l", "r", "r", "r", "r"],
  );
}

/** Writes numbers to the error of an estimate; an exact interval has none, so its width decides. */
function textOf({ standardError, low, high }: IntervalEstimate): (value: number) => string {
  return textTo(standardError > 0 ? standardError : (high - low) / 4);
}

/** Writes numbers with as many places as give this error two digits. */
function textTo(error: number): (value: number) => string {
  const places = error > 0 ? 1 - Math.floor(Math.log10(error)) : 3;
  return (value) =>
    Number.isFinite(value) ? value.toFixed(Math.min(12, Math.max(0, places))) : "–";
}

/** How far off the predictions are, and how their yes and no agree with people's. */
function judgeTexts({ judge: { bias, yesNo }, samples }: Inference): string[] {
  const { labelled } = rowsIn(samples);
  const text = textTo(bias.standardError);
  const way = bias.estimate > 0 ? "too high" : "too low";
  const isShown = bias.low > 0 || bias.high < 0;
  const off = said(
    `In the ${count(labelled)} rows with a label, predictions alone are ${text(Math.abs(bias.estimate))} ${way}`,
    `(95 % of the error: ${text(bias.low)} to ${text(bias.high)})${isShown ? "." : ", which may be chance."}`,
  ).join(" ");
  const exact = `In the ${count(labelled)} rows with a label, predictions alone are right on average.`;
  return [bias.estimate === 0 ? exact : off, ...(yesNo ? yesNoTexts(yesNo) : [])];
}

function yesNoTexts(yesNo: NonNullable<JudgeAgainstPeople["yesNo"]>): string[] {
  const { sensitivity, specificity, agreement, byChance, kappa } = yesNo;
  const text = textTo(0.01);
  const row = (name: string, { estimate, low, high }: IntervalEstimate): string[] => [
    name,
    ...[estimate, low, high].map(text),
  ];
  const table = markdownTableOf(
    ["Correct predictions", "Share", "95 % from", "to"],
    [
      row("where people say yes (sensitivity)", sensitivity),
      row("where people say no (specificity)", specificity),
    ],
    ["l", "r", "r", "r"],
  );
  const chance = `Predictions and labels agree in ${text(agreement)} of these rows; guessing yes as often, without reading the row, would agree in ${text(byChance)}.`;
  const kappaText = Number.isNaN(kappa.value)
    ? "κ cannot be said if both are always the same."
    : `Cohen's κ, the agreement beyond guessing: ${text(kappa.value)} (95 % ${text(kappa.low)} to ${text(kappa.high)}; 0 as if guessed, 1 always).`;
  return [table, `${chance} ${kappaText}`];
}

/** The bias of each group, with the blind control that says whether it means anything. */
function biasText({ by, groups, p }: NonNullable<Inference["bias"]>): string {
  const text = textTo(0.01);
  const table = markdownTableOf(
    [by, "Rows with a label", "Prediction − label"],
    groups
      .toSorted((a, b) => String(a.key).localeCompare(String(b.key), "en", { numeric: true }))
      .map(({ key, rows, bias }) => [String(key), count(rows), text(bias)]),
    ["l", "r", "r"],
  );
  const share = p < 0.001 ? "fewer than 0.1 %" : `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`;
  const verdict =
    p <= 0.05
      ? `The error depends on ${by}: a shuffled column sets groups as far apart in ${share} of shuffles.`
      : `Nothing shows that the error depends on ${by}: a shuffled column, which knows no more than row numbers do, sets groups as far apart in ${share} of shuffles.`;
  return `${table}\n\n${verdict}`;
}

/** A sentence that can be printed as it stands, unless the intervals may not hold. */
function printedText(inference: Inference): string | false {
  const { quantity, simulated, estimate, low, high, classical, samples } = inference;
  if (simulated || !(high > low) || samples.some(isApart)) return false;
  const { labelled, unlabelled } = rowsIn(samples);
  const text = textOf(classical);
  const from = `from ${count(labelled + unlabelled)} predictions and ${count(labelled)} labels of people (prediction-powered inference)`;
  return `To print: “The ${quantity} is ${text(estimate)} (95 % interval ${text(low)} to ${text(high)}), ${from}.”`;
}

function halveText({ toHalve, samples }: Inference): string | false {
  if (toHalve === undefined) return false;
  const { labelled } = rowsIn(samples);
  return toHalve === null
    ? "Labels of all rows would not halve this interval."
    : `About ${count(toHalve - labelled)} more labels would halve this interval.`;
}

function widthText({ low, high, classical, isExact }: Inference): string | false {
  const ratio = (high - low) / (classical.high - classical.low);
  return (
    !isExact &&
    ratio > 0 &&
    Number.isFinite(ratio) &&
    `With predictions the interval is ${ratio.toFixed(2)} times as wide.`
  );
}

/** The clusters of the errors, and whether there are enough of them. */
function clusterText(unit: string, { labelled, all }: LabelledClusters): string {
  const labelText = `Errors are by ${unit}: ${count(labelled)} of ${count(all)} have a label.`;
  return labelled < FEWEST_UNITS
    ? `${labelText} So few show little of how they vary: the intervals hold, but are wide. Label rows of ${FEWEST_UNITS} or more.`
    : labelText;
}

function weightText({ by, effective }: NonNullable<Inference["weighed"]>): string {
  return `Rows are weighted by ${by}. Those with a label are worth ${effective.toFixed(1)} of equal weight (Kish).`;
}

const exactText = ({ isExact }: Inference): string =>
  said(
    "Few labels are of one kind, so the interval is the exact one for a share (Clopper and Pearson).",
    isExact && "It uses labels alone, because so few do not show how predictions err on them.",
  ).join(" ");

/** The note that intervals of skewed labels have less than nominal coverage. */
function skewText(inference: Inference): string | false {
  const isSkewed = ({ isExact, skewness }: IntervalEstimate) =>
    !isExact && Math.abs(skewness) > TOO_SKEWED;
  const [alone, powered] = [inference.classical, inference].map(isSkewed);
  if (alone === true) {
    return "Labels are skewed: a few decide the result, and rarer, larger ones may not be among them yet. Intervals then hold in less than 95 % of cases. Label more rows, or estimate the share above a bound (--above).";
  }
  return (
    powered === true &&
    "Predictions are far off on a few labelled rows, which decide the result. The interval with predictions then holds in less than 95 % of cases. Label more rows."
  );
}

/** What remains unknown if all labels, or all labels of a group, are the same. */
function alikeTexts({ alike, isExact, samples, precision }: Inference): string[] {
  const some = samples.filter(({ labelVariance }) => labelVariance === 0);
  if (some.length === 0) return [];
  if (alike && isExact) return ["All labels are the same. Label more rows."];
  if (!alike) {
    return isExact
      ? []
      : [
          "The labels of one group are all the same, which makes both intervals too narrow. Label more rows of that group.",
        ];
  }
  const plan =
    precision === undefined ? [] : [`How many labels ± ${precision} takes cannot be said yet.`];
  const alikeText = "All labels are the same, so their error cannot be estimated.";
  return [[alikeText, "There is no interval yet.", ...plan, "Label more rows."].join(" ")];
}

function neededText({ labels, classical }: LabelsNeeded, precision: number): string {
  if (labels === undefined) return `± ${precision} takes more labels than there are rows.`;
  const alone = classical === undefined ? "more than there are rows" : count(classical);
  return `± ${precision} takes about ${count(labels)} labels in all; without predictions ${alone}.`;
}

function nextText({ next, seed, unit, clusters }: Inference): string | false {
  if (next === undefined) return false;
  const whole = clusters?.whole === true ? `, each ${unit} whole` : "";
  return `Next, label the rows on these lines${whole}, drawn at random with the seed ${seed}: ${next.join(", ") || "none is left"}.`;
}

function isApart(sample: PoweredSample): boolean {
  const { shift, predictionVariance, unlabelledVariance, labelled, unlabelled } = sample;
  const variance =
    predictionVariance / labelled +
    unlabelledVariance / unlabelled -
    2 * sample.predictionsWithOthers;
  return Math.abs(shift) > 3 * Math.sqrt(variance);
}
