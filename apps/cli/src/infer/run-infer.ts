import { print, say } from "#command/start";
import { written } from "@promptnce/core/errors";
import {
  biasByGroup,
  judgeAgainstPeople,
  labelsNeeded,
  predictionPowered,
  type PartlyLabelledColumns,
  type PoweredEstimate,
  rowsToLabel,
} from "@promptnce/core/inference";
import { effectiveSize } from "@promptnce/core/resampling";
import { DataError } from "@promptnce/rows/errors";
import { asFlag, UsageError } from "#command/errors";
import { biasGroups } from "./bias-groups.ts";
import type { InferOptions } from "./infer-options.ts";
import { type Inference, inferText } from "./infer-text.ts";
import { type InferRow, type InferRows, NO_CLUSTER, readInferRows } from "./read-infer-rows.ts";
import { said } from "../terminal/said.ts";

/** Prints the inference. */
export async function runInfer(path: string, options: InferOptions): Promise<void> {
  const inference = await inferred(path, options);
  if (options.json) process.stdout.write(`${JSON.stringify(inference, null, 2)}\n`);
  else print(inferText(inference));
  if (options.atLeast !== undefined) hold(inference, options.atLeast);
}

/** Says that the interval is not whole at or above the threshold, and sets exit code 4. */
function hold({ quantity, low, high }: Inference, least: number): void {
  // The comparison is false for NaN, because an interval that does not exist must not pass.
  if (low >= least) return;
  const shown = high < least ? "below it" : "not shown to reach it: label more rows";
  const interval = `${low.toFixed(4)} to ${high.toFixed(4)}`;
  say(`error: --at-least ${least}: the ${quantity} is ${shown} (95 % ${interval}).`);
  process.exitCode = 4;
}

/**
 * Reads the file and infers from it.
 *
 * @throws UsageError if options exclude each other
 *
 * @throws DataError if the file cannot be read, the number of groups is not two, or too few rows
 * have a label
 */
async function inferred(path: string, options: InferOptions): Promise<Inference> {
  const { by, on, strata, weight, precision, next, seed } = options;
  if (on !== undefined && strata !== undefined) {
    throw new UsageError(
      "--strata works for a mean, a share or a difference: leave out --strata or --on",
    );
  }
  const found = await readInferRows(path, options);
  const { rows, leftOut, simulated, unit } = found;
  for (const note of found.notes) {
    say(written(note, asFlag));
  }
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (by !== undefined && groups.length !== 2) {
    const some = groups.slice(0, 5).map((group) => JSON.stringify(group));
    throw new DataError(
      `${found.name}: ${by} has ${groups.length} values (${some.join(", ")}); a difference needs two.`,
    );
  }
  const labels = rows.map(({ label }) => (label === undefined ? undefined : counted(label)));
  function counted(value: number): number {
    return options.above === undefined ? value : Number(value > options.above);
  }
  const columns = {
    labels,
    predictions: rows.map((row) => counted(row.prediction)),
    x: on === undefined ? undefined : rows.map(({ x }) => x),
    inFirst: by === undefined ? undefined : rows.map(({ group }) => group === groups[0]),
    clusters: unit?.keys,
    isShare: options.above !== undefined || found.areWords ? true : undefined,
    strata: strata === undefined ? undefined : rows.map(({ stratum }) => stratum),
    weights: weight === undefined ? undefined : rows.map((row) => row.weight),
  };
  const powered = predictionPowered(columns);
  if (!Number.isFinite(powered.classical.high)) throw tooFew(found, options, powered);
  const alike = isAlike(powered);
  const whole = powered.clusters?.whole !== false;
  const canPlan = precision !== undefined && whole && (!alike || powered.isExact);
  const half = (powered.high - powered.low) / 4;
  const canHalve = whole && half > 0 && !alike;
  return {
    quantity: quantityOf(options, found, groups),
    simulated,
    leftOut,
    alike,
    unit: unit?.name,
    strata,
    ...(weight !== undefined && { weighed: weighedBy(weight, rows) }),
    ...powered,
    ...(alike && !powered.isExact && withoutIntervals(powered)),
    judge: judgeAgainstPeople(columns, seed),
    ...(canHalve && { toHalve: labelsNeeded(powered, half).labels ?? null }),
    ...(options.biasBy !== undefined && { bias: biasBy(options.biasBy, columns, found, seed) }),
    ...(precision !== undefined && { precision }),
    ...(canPlan && { needed: labelsNeeded(powered, precision) }),
    ...(next !== undefined && {
      seed,
      next: rowsToLabel(labels, next, seed, whole ? unit?.keys : undefined).map(lineIn(rows)),
    }),
  };
}

/** The column of weights, and what the labelled rows are worth by it. */
function weighedBy(column: string, rows: readonly InferRow[]): NonNullable<Inference["weighed"]> {
  const labelled = rows.filter(({ label }) => label !== undefined);
  return { by: column, effective: effectiveSize(labelled.map(({ weight }) => weight)) };
}

const lineIn =
  (rows: readonly InferRow[]) =>
  (row: number): number =>
    rows[row]!.line;

/** The bias within the values of a column, and whether a shuffled column does as well. */
function biasBy(
  column: string,
  { labels, predictions, clusters, weights }: PartlyLabelledColumns,
  { rows }: InferRows,
  seed: string,
): NonNullable<Inference["bias"]> {
  const labelled = rows.flatMap((_, row) => (labels[row] === undefined ? [] : [row]));
  const groups = biasGroups(labelled.map((row) => rows[row]!.kind));
  const found = biasByGroup(
    {
      errors: labelled.map((row) => predictions[row]! - labels[row]!),
      groups,
      clusters: clusters && labelled.map((row) => clusters[row]!),
      weights: weights && labelled.map((row) => weights[row]!),
    },
    seed,
  );
  return { by: column, ...found };
}

function quantityOf(
  { above, on, by, positive = "yes" }: InferOptions,
  { columns: { label }, areWords }: InferRows,
  groups: readonly string[],
): string {
  const average = above === undefined && !areWords ? "mean" : "share";
  const statistic = on === undefined ? average : "slope";
  return said(
    `${statistic} of ${label}`,
    above !== undefined && `above ${above}`,
    areWords && above === undefined && on === undefined && `that is ${positive}`,
    on !== undefined && `on ${on}`,
    by !== undefined && `where ${by} is ${groups[0]} minus where it is ${groups[1]}`,
  ).join(" ");
}

/** Whether each group has labels that are all the same, so that they show no error. */
const isAlike = ({ samples }: PoweredEstimate): boolean =>
  samples.every(({ labelVariance }) => labelVariance === 0);

const NO_INTERVAL = { standardError: Number.NaN, low: Number.NaN, high: Number.NaN };

/** What identical labels tell if the target is not a share. */
function withoutIntervals({ estimate, classical }: PoweredEstimate) {
  return { estimate, ...NO_INTERVAL, classical: { ...classical, ...NO_INTERVAL } };
}

function tooFew(
  { name, unit, columns: { label, prediction } }: InferRows,
  { strata, cluster }: InferOptions,
  { clusters }: PoweredEstimate,
): DataError {
  const groupText = strata === undefined ? "group" : "group and stratum";
  if (unit === undefined) {
    return new DataError(
      `${name}: too few rows have numbers in ${label} and ${prediction}; label at least two of each ${groupText}, or three with different x for a slope.`,
    );
  }
  const else_ =
    cluster === undefined ? `, or give --cluster ${NO_CLUSTER} if rows are independent` : "";
  return new DataError(
    `${name}: errors are by ${unit.name}, and ${clusters?.labelled ?? 0} of ${clusters?.all ?? 0} have a label; label rows of at least two in each ${groupText}, or of three with different x for a slope${else_}.`,
  );
}
