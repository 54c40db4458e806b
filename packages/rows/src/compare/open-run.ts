import { stat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import type { FileRecord } from "../input/records.ts";
import { resultCells } from "../result/result-cells.ts";
import { isSimulated, resultColumns } from "../result/result-columns.ts";
import { unreadable } from "../input/read-text.ts";
import { readRecords, RUN } from "../input/read-records.ts";
import { isSkipped, readEstimate } from "../result/read-result.ts";

/** A run as it lies on the disk. */
export interface ComparedRun {
  readonly path: string;
  /** What its prompts were. */
  readonly mode: string;
  /** Whether a program answered, or made the data up. */
  readonly simulated: boolean;
  /** The names of those that were asked. */
  readonly models: readonly string[];
  readonly kind: "bench run" | "result of estimate";
  /** Its rows, read anew at each call; `apart` are the columns that tell models apart. */
  rows(quantity: Quantity, apart: readonly string[]): AsyncGenerator<ComparedRow>;
}

/**
 * A bench run, which is a folder, or a result of `promptnce estimate`, which is a file.
 *
 * @throws OptionError where it is neither, or a result with the highest ranks alone (`top`).
 * @throws DataError where it cannot be read.
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
        `${path} holds of each x only the labels ranked highest, as its column ${rank.name} says: over a selection by PMI no correlation or error means anything. Compare results of ${write("ask", "all-labels")} without ${write("top")}; what was answered is in the store`,
    );
  }
  const asked = cells?.has(model.name) ? cells.text(model.name) : "";
  return {
    path,
    mode: cells?.has(mode.name) ? cells.text(mode.name) : "faithful",
    simulated: isSimulated(asked),
    // One run asks one model.
    models: [asked],
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
 * The columns that tell the models of two runs apart: none where each asked one, who are compared whatever they are
 * called; else the name and, where a run asked two of one name, who serves it.
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
    // The same sentence for a manifest that is missing, torn, or of something else.
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

/** One estimate of a run, as far as a comparison looks at it. */
export interface ComparedRow {
  /** The method's id. */
  readonly method: string;
  /** A fingerprint of x and y, and of x alone. */
  readonly pair: string;
  readonly input: string;
  /** The texts of its context, by their columns; absent where there is one for all. */
  readonly context?: Context | undefined;
  /** Whether a prompt of the run showed the pair: it is no evidence. */
  readonly shown: boolean;
  /** The method, and of a bench run its dataset and K: only estimates of one group are compared. */
  readonly group: string;
  /** Absent where a reply could not be read. */
  readonly estimate: number | undefined;
  /** What people did, where that is known and finite. */
  readonly truth: number | undefined;
  /** Whether the estimate is of the same quantity as the truth and not only in the same order. */
  readonly sameScale: boolean;
}

/** What of a pair is compared: `pmi` in nats, or `conditional`, P(y given x). */
export type Quantity = "pmi" | "conditional";

/** `undefined` of a record that is not compared. */
type ToRow = (record: FileRecord) => ComparedRow | undefined;

/** Reads the rows of a result of `promptnce estimate`, called `file` in errors. */
export function estimateRow(file: string, quantity: Quantity): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    if (isSkipped(cells)) return undefined;
    const { method, pair, input, context, estimate, truth, shown } = readEstimate(record, cells);
    return {
      group: method,
      method,
      pair,
      input,
      ...(context && { context }),
      estimate: estimate[quantity],
      truth: truth[quantity],
      shown,
      sameScale: quantity === "conditional" || estimate.marginal !== undefined,
    };
  };
}

/** An id alone does not tell a pair from others, as worlds of two seeds use it for different ones. */
const identifying = ["pair", "x", "y", "conditional", "marginal", "pmi"];

/** Reads the rows of `estimates.csv` of a bench run: the first sample of the pairs that it was evaluated on. */
export function benchRow(file: string, quantity: Quantity, apart: readonly string[]): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    const { text } = cells;
    if (text("list") !== "evaluation" || text("sample") !== "0") return undefined;
    const model = apart.length > 0 ? [apart.map(text).join(":")] : [];
    const read = quantity === "pmi" ? cells.number : cells.probability;
    return {
      group: [text("dataset"), `K = ${text("k")}`, text("method"), ...model].join(", "),
      method: text("method"),
      pair: JSON.stringify(identifying.map(text)),
      input: text("x"),
      estimate: read(`est_${quantity}`),
      truth: read(quantity),
      // A bench run shows only pairs that it does not evaluate.
      shown: false,
      sameScale: quantity === "conditional" || cells.probability("est_marginal") !== undefined,
    };
  };
}
