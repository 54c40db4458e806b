import type { IntervalEstimate, LabelsNeeded, PoweredSample, PredictionPowered } from "@promptnce/core";
import { said } from "../terminal/said.ts";
import { countText as count, markdownTableOf } from "#report/terminal";

/** What is inferred: what the command prints as text or, with `--json`, as it is. */
export interface Inference extends PredictionPowered {
  readonly quantity: string;
  readonly simulated: boolean;
  /** Rows that lack something other than a label. */
  readonly leftOut: number;
  readonly precision?: number;
  readonly needed?: LabelsNeeded;
  readonly seed?: string;
  /** Lines of the file. */
  readonly next?: readonly number[];
}

/** For people: a table, then what it says in sentences. */
export function inferText(inference: Inference): string {
  const { quantity, simulated, leftOut, classical, samples, precision = 0, needed, seed, next } = inference;
  const total = (has: "labelled" | "unlabelled"): number => samples.reduce((sum, sample) => sum + sample[has], 0);
  // The error has two digits.
  const places = classical.standardError > 0 ? 1 - Math.floor(Math.log10(classical.standardError)) : 3;
  const row = (name: string, { estimate, standardError, low, high }: IntervalEstimate): string[] => [
    name,
    ...[estimate, standardError, low, high].map((value) => value.toFixed(Math.min(12, Math.max(0, places)))),
  ];
  const ratio = (inference.high - inference.low) / (classical.high - classical.low);
  const parts = said(
    `The ${quantity}, from ${count(total("labelled"))} rows with a label and ${count(total("unlabelled"))} without:`,
    simulated && "Simulated: the predictions are those of a simulated respondent.",
    markdownTableOf(
      ["From", "Estimate", "Standard error", "95 % from", "to"],
      [row("labels and predictions", inference), row("labels alone", classical)],
      ["l", "r", "r", "r", "r"],
    ),
    ratio > 0 && `With predictions the interval is ${ratio.toFixed(2)} times as wide.`,
    classical.standardError === 0 &&
      "All labels are the same: intervals without a width mean nothing. Label more rows.",
    needed && neededText(needed, precision),
    next &&
      `Label next the rows on these lines, drawn at random with the seed ${seed}: ${next.join(", ") || "none is left"}.`,
    samples.some(isApart) &&
      "Rows with a label have other predictions than rows without, by more than three standard errors. They seem not to be drawn at random; then neither interval holds.",
    leftOut > 0 && `Rows left out for an empty cell: ${count(leftOut)}.`,
  );
  return `${parts.join("\n\n")}\n`;
}

function neededText({ labels, classical }: LabelsNeeded, precision: number): string {
  if (labels === undefined) return `± ${precision} takes more labels than there are rows.`;
  const alone = classical === undefined ? "more than there are rows" : count(classical);
  return `± ${precision} takes some ${count(labels)} labels in all; without predictions ${alone}.`;
}

function isApart({ shift, predictionVariance, unlabelledVariance, labelled, unlabelled }: PoweredSample): boolean {
  return Math.abs(shift) > 3 * Math.sqrt(predictionVariance / labelled + unlabelledVariance / unlabelled);
}
