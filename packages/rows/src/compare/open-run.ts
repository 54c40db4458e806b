import { stat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { OptionError } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import { resultCells } from "../result/result-cells.ts";
import { isSimulated, resultColumns } from "../result/result-columns.ts";
import { unreadable } from "../formats/unreadable.ts";
import { readRecords, RUN } from "../readers/read-records.ts";
import { isSkipped, readEstimate, type ResultPair } from "../result/read-result.ts";

/** A run on disk, opened for comparison. */
export interface ComparedRun {
  readonly path: string;
  /** The wording mode of its prompts. */
  readonly mode: string;
  /** Whether the respondent or a dataset was simulated. */
  readonly simulated: boolean;
  /** The names of the models. */
  readonly models: readonly string[];
  readonly kind: "bench run" | "result of estimate";
  /**
   * The rows of the run, read anew on each call; `apart` names the columns that distinguish models.
   */
  rows(quantity: Quantity, apart: readonly string[]): AsyncGenerator<ComparedRow>;
}

/**
 * The run at a path: the folder of a bench run, or a file with a result of `promptnce estimate`.
 *
 * @throws OptionError if it is neither, or a result that holds only the highest ranks (`top`).
 * @throws DataError if it cannot be read.
 * @example
 * const { kind, models } = await openRun("pairs.scored.csv");
 * [kind, models]; // → ["result of estimate", ["openai:gpt-5"]]
 */
export async function openRun(path: string): Promise<ComparedRun> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error, RUN);
  });
  if (found.isDirectory()) return await benchRun(path);
  const first = await firstOf(path);
  const { rank, model, mode } = resultColumns;
  const cells = first && resultCells(path, first, RUN);
  if (cells?.has(rank.name) === true) {
    throw new OptionError(
      "path",
      (write) =>
        `${path} holds only the labels ranked highest for each x, as its column ${rank.name} shows: a correlation or error over a selection by PMI means nothing. Compare results of ${write("ask", "all-labels")} without ${write("top")}; the replies are in the store`,
    );
  }
  const modelText = cells?.has(model.name) ? cells.text(model.name) : "";
  return {
    path,
    mode: cells?.has(mode.name) ? cells.text(mode.name) : "faithful",
    simulated: isSimulated(modelText),
    // A run of `estimate` has one model.
    models: [modelText],
    kind: "result of estimate",
    rows: (quantity) => rowsOf(path, estimateRow(path, quantity)),
  };
}

async function benchRun(path: string): Promise<ComparedRun> {
  const { run, simulated } = await manifestOf(path);
  const file = join(path, "estimates.csv");
  return {
    path,
    mode: run.mode,
    simulated: simulated.respondent || simulated.datasets.length > 0,
    models: run.models.map(({ model }) => model),
    kind: "bench run",
    rows: (quantity, apart) => rowsOf(file, benchRow(file, quantity, apart)),
  };
}

/**
 * The columns that distinguish the models of two runs. None if each run has one model: the two are
 * compared whatever their names. Otherwise the model's name and, if a run has two models of one
 * name, the provider.
 *
 * @example
 * modelsApart({ models: ["gpt-5", "gpt-5-mini"] }, { models: ["gpt-5"] }); // → ["model"]
 */
export function modelsApart(
  a: Pick<ComparedRun, "models">,
  b: Pick<ComparedRun, "models">,
): readonly string[] {
  const runs = [a.models, b.models];
  if (runs.every(({ length }) => length === 1)) return [];
  return runs.every((names) => new Set(names).size === names.length)
    ? ["model"]
    : ["provider", "model"];
}

async function firstOf(path: string): Promise<FileRecord | undefined> {
  for await (const [first] of readRecords(path, RUN)) {
    return first;
  }
  return undefined;
}

interface Manifest {
  readonly run: { readonly mode: string; readonly models: readonly { readonly model: string }[] };
  readonly simulated: { readonly respondent: boolean; readonly datasets: readonly string[] };
}

async function manifestOf(path: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(path, "manifest.json"), "utf8")) as Manifest;
    if (Array.isArray(manifest.run.models) && Array.isArray(manifest.simulated.datasets))
      return manifest;
  } catch {
    // A manifest that is missing, truncated or of another kind gets the same sentence.
  }
  throw new OptionError(
    "path",
    `${path} does not hold a bench run: it needs manifest.json and estimates.csv`,
  );
}

async function* rowsOf(file: string, toRow: ToRow): AsyncGenerator<ComparedRow> {
  for await (const records of readRecords(file, RUN)) {
    for (const record of records) {
      const row = toRow(record);
      if (row !== undefined) yield row;
    }
  }
}

/** One estimate of a run, with what a comparison needs. */
export interface ComparedRow extends ResultPair {
  /** The method's id. */
  readonly method: string;
  /** The label, or what else tells the pairs of an x apart. */
  readonly label: string;
  /**
   * The method and, for a bench run, the dataset and K. Only estimates of one group are compared.
   */
  readonly group: string;
  /** Absent if there is none, for example because a reply could not be read. */
  readonly estimate: number | undefined;
  /** People's number, if it is known and finite. */
  readonly truth: number | undefined;
  /** Whether estimate and truth are the same quantity, so that their difference means something. */
  readonly sameScale: boolean;
}

/** The quantity to compare: `pmi` in nats, or `conditional`, P(y|x). */
export type Quantity = "pmi" | "conditional";

/** Reads a record as a row; `undefined` for a record that is not compared. */
type ToRow = (record: FileRecord) => ComparedRow | undefined;

/** A reader of the records of a result of `promptnce estimate`; errors name it `file`. */
export function estimateRow(file: string, quantity: Quantity): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    if (isSkipped(cells)) return undefined;
    const { method, pair, input, y, context, estimate, truth, shown } = readEstimate(record, cells);
    return {
      group: method,
      method,
      pair,
      input,
      label: y,
      ...(context && { context }),
      estimate: estimate[quantity],
      truth: truth[quantity],
      shown,
      sameScale: quantity === "conditional" || estimate.marginal !== undefined,
    };
  };
}

/**
 * The columns that identify a pair. An id alone does not: worlds of different seeds use the same
 * ids.
 */
const identifying = ["pair", "x", "y", "conditional", "marginal", "pmi"];

/**
 * A reader of the records of a bench run's `estimates.csv`. It reads the first sample of the
 * evaluation pairs; `apart` names the columns that distinguish models.
 */
export function benchRow(file: string, quantity: Quantity, apart: readonly string[]): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    const { text } = cells;
    if (text("list") !== "evaluation" || text("sample") !== "0") return undefined;
    const model = apart.length > 0 ? [apart.map(text).join(":")] : [];
    const pair = JSON.stringify(identifying.map(text));
    const read = quantity === "pmi" ? cells.number : cells.probability;
    return {
      group: [text("dataset"), `K = ${text("k")}`, text("method"), ...model].join(", "),
      method: text("method"),
      pair,
      input: text("x"),
      label: pair,
      estimate: read(`est_${quantity}`),
      truth: read(quantity),
      // A bench run shows only pairs that it does not evaluate.
      shown: false,
      sameScale: quantity === "conditional" || cells.probability("est_marginal") !== undefined,
    };
  };
}
