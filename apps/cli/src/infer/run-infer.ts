import { labelsNeeded, predictionPowered, rowsToLabel } from "@promptnce/core/inference";
import type {
  IntervalEstimate,
  LabelsNeeded,
  PoweredSample,
  PredictionPowered,
} from "@promptnce/core/inference";
import type { Interval } from "@promptnce/core/resampling";
import { DataError } from "@promptnce/rows";
import { inputFormat, tableFile } from "@promptnce/rows/input";
import { isSimulated, prefixIn } from "@promptnce/rows/results";
import type { InferOptions } from "./infer.ts";
import { said } from "../terminal/said.ts";
import { countText as count } from "#command/terminal";
import { markdownTableOf } from "#report";

/** Prints what is inferred. */
export async function runInfer(path: string, options: InferOptions): Promise<void> {
  const inference = await inferred(path, options);
  process.stdout.write(
    options.json ? `${JSON.stringify(inference, null, 2)}\n` : inferText(inference),
  );
}

/** @throws DataError where the file cannot be read, groups are not two, or too few rows have a label */
async function inferred(path: string, options: InferOptions) {
  const { label, prediction, above, by, on, precision, next, seed } = options;
  const { name, rows, leftOut, simulated } = await readRows(path, options);
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (by !== undefined && groups.length !== 2) {
    const some = groups.slice(0, 5).map((group) => JSON.stringify(group));
    throw new DataError(
      `${name}: ${by} has ${groups.length} values (${some.join(", ")}); a difference is of two.`,
    );
  }
  const counted = (value: number): number => (above === undefined ? value : Number(value > above));
  const labels = rows.map((row) => (row.label === undefined ? undefined : counted(row.label)));
  const powered = predictionPowered({
    labels,
    predictions: rows.map((row) => counted(row.prediction)),
    x: on === undefined ? undefined : rows.map(({ x }) => x),
    inFirst: by === undefined ? undefined : rows.map(({ group }) => group === groups[0]),
  });
  if (Number.isNaN(powered.classical.high)) {
    throw new DataError(
      `${name}: too few rows have numbers in ${label} and ${prediction}; label two or more, of each group, or three for a slope on what varies.`,
    );
  }
  const average = above === undefined ? "mean" : "share";
  const statistic = on === undefined ? average : "slope";
  const quantity = said(
    `${statistic} of ${label}`,
    above !== undefined && `above ${above}`,
    on !== undefined && `on ${on}`,
    by !== undefined && `where ${by} is ${groups[0]} less where it is ${groups[1]}`,
  ).join(" ");
  const isShare = above !== undefined && by === undefined && on === undefined;
  const alike = powered.samples.every(({ labelVariance }) => labelVariance === 0);
  return {
    quantity,
    simulated,
    /** Rows that lack something other than a label. */
    leftOut,
    /** Whether labels that are all the same leave no interval, but maybe one of a share from labels alone. */
    alike,
    ...powered,
    ...(alike && withoutIntervals(powered, isShare)),
    ...(precision !== undefined && {
      precision,
      ...(!alike && { needed: labelsNeeded(powered, precision) }),
    }),
    /** Lines of the file. */
    ...(next !== undefined && {
      seed,
      next: rowsToLabel(labels, next, seed).map((row) => rows[row]!.line),
    }),
  };
}

const NO_INTERVAL = { standardError: Number.NaN, low: Number.NaN, high: Number.NaN };

/** What labels that are all the same tell: they show no error, and only of a share an interval from labels alone. */
function withoutIntervals({ estimate, classical, samples }: PredictionPowered, isShare: boolean) {
  const labelled = samples.reduce((sum, sample) => sum + sample.labelled, 0);
  return {
    estimate,
    ...NO_INTERVAL,
    classical: {
      ...classical,
      ...NO_INTERVAL,
      ...(isShare && exactInterval(classical.estimate, labelled)),
    },
  };
}

/** The exact 95 % interval (Clopper and Pearson, 1934) of a share of which none or all of `n` are. */
function exactInterval(share: number, n: number): Interval {
  const room = 1 - 0.025 ** (1 / n);
  return share === 0 ? { low: 0, high: room } : { low: 1 - room, high: 1 };
}

/** The rows that lack nothing but maybe a label, and how many others there are. */
async function readRows(path: string, { label, by, on, method, format, ...named }: InferOptions) {
  using table = await tableFile({ path, format: inputFormat(path, format) });
  const rows: {
    line: number;
    label: number | undefined;
    prediction: number;
    x: number;
    group: string;
  }[] = [];
  let [leftOut, simulated, first] = [0, false, method];
  for await (const records of table.open(
    [label, named.prediction, by, on].filter((column) => column !== undefined),
  )) {
    for (const { line, value, columns } of records) {
      const fault = (what: string) => new DataError(`${table.name}, line ${line}: ${what}.`);
      const numberIn = (column: string): number | undefined => {
        const text = value(column)?.trim() || undefined;
        if (text === undefined || Number.isFinite(Number(text)))
          return text === undefined ? text : Number(text);
        throw fault(`${column} is ${JSON.stringify(text)}; give a number, or nothing`);
      };
      // Elsewhere than in a result of `estimate`, which has this column, a `method` may be anything.
      const prefix = prefixIn(columns);
      const own = columns.includes(`${prefix}x_columns`)
        ? (value(`${prefix}method`) ?? "")
        : undefined;
      // A row that could not be used has none.
      if (own === "") leftOut++;
      if (own === "" || (method !== undefined && own !== method)) continue;
      first ??= own;
      if (own !== first)
        throw fault(`is of ${own}, and rows before are of ${first}; name one with --method`);
      simulated ||= own !== undefined && isSimulated(value(`${prefix}model`) ?? "");
      const [prediction, x] = [numberIn(named.prediction), on === undefined ? 0 : numberIn(on)];
      const group = by === undefined ? "" : value(by)?.trim() || undefined;
      if (prediction === undefined || x === undefined || group === undefined) leftOut++;
      else rows.push({ line, label: numberIn(label), prediction, x, group });
    }
  }
  return { name: table.name, rows, leftOut, simulated };
}

type Inference = Awaited<ReturnType<typeof inferred>>;

/** For people: a table, then what it says in sentences. */
function inferText(inference: Inference): string {
  const {
    quantity,
    simulated,
    leftOut,
    classical,
    samples,
    precision = 0,
    needed,
    seed,
    next,
  } = inference;
  const total = (has: "labelled" | "unlabelled"): number =>
    samples.reduce((sum, sample) => sum + sample[has], 0);
  // The error has two digits.
  const places =
    classical.standardError > 0 ? 1 - Math.floor(Math.log10(classical.standardError)) : 3;
  const row = (
    name: string,
    { estimate, standardError, low, high }: IntervalEstimate,
  ): string[] => [
    name,
    ...[estimate, standardError, low, high].map((value) =>
      Number.isNaN(value) ? "–" : value.toFixed(Math.min(12, Math.max(0, places))),
    ),
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
    ...alikeTexts(inference),
    needed && neededText(needed, precision),
    next &&
      `Label next the rows on these lines, drawn at random with the seed ${seed}: ${next.join(", ") || "none is left"}.`,
    samples.some(isApart) &&
      "Rows with a label have other predictions than rows without, by more than three standard errors. They seem not to be drawn at random; then neither interval holds.",
    leftOut > 0 && `Rows left out for an empty cell: ${count(leftOut)}.`,
  );
  return `${parts.join("\n\n")}\n`;
}

/** What labels that are all the same, or those of a group, leave unsaid. */
function alikeTexts({ alike, classical, samples, precision }: Inference): string[] {
  const some = samples.filter(({ labelVariance }) => labelVariance === 0);
  if (some.length === 0) return [];
  if (!alike) {
    return [
      "The labels of one group are all the same, which makes both intervals too narrow. Label more rows of it.",
    ];
  }
  const intervals = Number.isNaN(classical.low)
    ? "There is no interval yet."
    : "Labels alone still have an interval, the exact one of a share (Clopper and Pearson); with predictions there is none yet.";
  const plan =
    precision === undefined ? [] : [`How many labels ± ${precision} takes cannot be said yet.`];
  const same = "All labels are the same, so that their error cannot be estimated.";
  return [[same, intervals, ...plan, "Label more rows."].join(" ")];
}

function neededText({ labels, classical }: LabelsNeeded, precision: number): string {
  if (labels === undefined) return `± ${precision} takes more labels than there are rows.`;
  const alone = classical === undefined ? "more than there are rows" : count(classical);
  return `± ${precision} takes some ${count(labels)} labels in all; without predictions ${alone}.`;
}

function isApart({
  shift,
  predictionVariance,
  unlabelledVariance,
  labelled,
  unlabelled,
}: PoweredSample): boolean {
  return (
    Math.abs(shift) > 3 * Math.sqrt(predictionVariance / labelled + unlabelledVariance / unlabelled)
  );
}
