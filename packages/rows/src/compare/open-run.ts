import { stat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@promptnce/providers/choose";
import type { FileRecord } from "../input/records.ts";
import { resultCells } from "../result/result-cells.ts";
import { isSimulated, resultColumns } from "../result/result-columns.ts";
import { unreadable } from "../input/read-text.ts";
import { readRecords, RUN } from "../input/read-records.ts";
import { benchRow, type ComparedRow, estimateRow, type Quantity, type ToRow } from "./run-rows.ts";

/** A run as it lies on the disk. */
export interface Run {
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
 * @throws UsageError where it is neither, or a result of `--top`.
 * @throws DataError where it cannot be read.
 */
export async function openRun(path: string): Promise<Run> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error, RUN);
  });
  if (found.isDirectory()) return await benchRun(path);
  const first = await firstOf(path);
  const { rank, model, mode } = resultColumns;
  const cells = first && resultCells(path, first, RUN);
  if (cells?.has(rank.name) === true) {
    throw new UsageError(
      `${path} holds of each x only the labels ranked highest, as its column ${rank.name} says: over a selection by PMI no correlation or error means anything. Compare results of --mode all-labels without --top; what was answered is in the store`,
    );
  }
  return {
    path,
    mode: cells?.has(mode.name) ? cells.text(mode.name) : "faithful",
    simulated: cells?.has(model.name) === true && isSimulated(cells.text(model.name)),
    // One run asks one model.
    models: cells?.has(model.name) ? [cells.text(model.name)] : [""],
    kind: "result of estimate",
    rows: (quantity) => rowsOf(path, estimateRow(path, quantity)),
  };
}

async function benchRun(path: string): Promise<Run> {
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
export function modelsApart(a: Pick<Run, "models">, b: Pick<Run, "models">): readonly string[] {
  const runs = [a.models, b.models];
  if (runs.every(({ length }) => length === 1)) return [];
  return runs.every((names) => new Set(names).size === names.length) ? ["model"] : ["provider", "model"];
}

async function firstOf(path: string): Promise<FileRecord | undefined> {
  for await (const [first] of readRecords(path, RUN)) return first;
  return undefined;
}

interface Manifest {
  readonly run: { readonly mode: string; readonly models: readonly { readonly model: string }[] };
  readonly simulated: { readonly respondent: boolean; readonly datasets: readonly string[] };
}

async function manifestOf(path: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(path, "manifest.json"), "utf8")) as Manifest;
    if (Array.isArray(manifest.run.models) && Array.isArray(manifest.simulated.datasets)) return manifest;
  } catch {
    // The same sentence for a manifest that is missing, torn, or of something else.
  }
  throw new UsageError(`${path} does not hold a bench run: it needs manifest.json and estimates.csv`);
}

async function* rowsOf(file: string, toRow: ToRow): AsyncGenerator<ComparedRow> {
  for await (const records of readRecords(file, RUN)) {
    for (const record of records) {
      const row = toRow(record);
      if (row !== undefined) yield row;
    }
  }
}
