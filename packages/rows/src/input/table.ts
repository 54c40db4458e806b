import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { onExit } from "signal-exit";
import { DataError } from "../errors.ts";
import type { InputFormat } from "./file-format.ts";
import { readTextRecords } from "./read-records.ts";
import { AT_ONCE, type FileRecord, recordOf, type Records } from "./records.ts";

/** Records that can be gone through again and again. */
export interface RowTable extends Partial<Disposable> {
  /** What it is called in errors. */
  readonly name: string;
  /** The records from the first, some at a time, so that memory does not grow with them. */
  open(columns: readonly string[]): Records;
}

/** A record of a program's own: its columns by name. */
export type RowRecord = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Rows by themselves, a function that opens them anew, or a stream that can be read only once. */
export type RowSource =
  | readonly RowRecord[]
  | (() => Iterable<RowRecord> | AsyncIterable<RowRecord>)
  | AsyncIterable<RowRecord>
  | RowTable;

/** A file of rows. */
export interface RowFile {
  /** Where it is; `-` is standard input. */
  readonly path: string;
  /** What it is called in errors; its path if not given. */
  readonly name?: string;
  readonly format: InputFormat;
  /** Of delimited text, where it is not the format's own. */
  readonly delimiter?: string | undefined;
  /** Aborting ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The table in a file. What can be read only once, standard input or a pipe as of `<(…)`, is kept in a file of its own
 * until the table is disposed of.
 *
 * @throws DataError where there is no room for that, and, once it is read, naming file, line and column.
 */
export async function tableFile(given: RowFile): Promise<RowTable & Disposable> {
  const { path, name = path === "-" ? "standard input" : path, signal } = given;
  const stream = streamOnce(path);
  return tableIn(stream === undefined ? { path } : await spool(stream, signal), { ...given, name });
}

/** The stream of a file that can be read only once. */
function streamOnce(path: string) {
  if (path === "-") return process.stdin;
  return isReadOnce(path) ? createReadStream(path) : undefined;
}

function isReadOnce(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFIFO() || found.isCharacterDevice();
  } catch {
    return false; // Whoever reads it says why it cannot be read.
  }
}

/** The table of a program's own rows; a stream is kept in a file, as JSON lines, until the table is disposed of. */
export async function tableOf(rows: RowSource, signal?: AbortSignal): Promise<RowTable> {
  if ("open" in rows) return rows;
  const name = "rows";
  if (Array.isArray(rows)) return { name, open: () => recordsOfRows(rows) };
  if (typeof rows === "function") return { name, open: () => recordsOfRows(rows()) };
  const lines = jsonLines(rows as AsyncIterable<RowRecord>);
  return tableIn(await spool(Readable.from(lines), signal), { name, format: "jsonl", signal });
}

async function* jsonLines(rows: AsyncIterable<RowRecord>): AsyncGenerator<string> {
  for await (const row of rows) {
    yield `${JSON.stringify(row)}\n`;
  }
}

/** The table in a file that can be read again, which is disposed of with it. */
function tableIn(
  file: Partial<Disposable> & { readonly path: string },
  how: Omit<RowFile, "path"> & Pick<RowTable, "name">,
) {
  const options = { ...how, wanted: "a file of rows, or - for standard input", atOnce: 1 << 13 };
  return {
    name: how.name,
    open: (columns: readonly string[]) => readTextRecords(file.path, { ...options, columns }),
    [Symbol.dispose]: () => file[Symbol.dispose]?.(),
  };
}

async function* recordsOfRows(rows: Iterable<RowRecord> | AsyncIterable<RowRecord>): Records {
  let records: FileRecord[] = [];
  let line = 0;
  for await (const row of rows) {
    records.push(recordOf(row, ++line, "rows"));
    if (records.length < AT_ONCE) continue;
    yield records;
    records = [];
  }
  if (records.length > 0) yield records;
}

/**
 * What comes in, in a temporary file that only this user may read until it is disposed of or the process ends, unless
 * by SIGKILL: rows are read twice, once for the labels and counts and once for the questions.
 */
export async function spool(
  input: NodeJS.ReadableStream,
  signal?: AbortSignal,
): Promise<Disposable & { readonly path: string }> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  const path = join(folder, "rows");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Also at a signal, unless somebody heeds it, who still reads the file and ends the process later.
  const forget = onExit(remove);
  const release = (): void => {
    forget();
    remove();
  };
  await pipeline(input, createWriteStream(path), { signal }).catch(
    (error: NodeJS.ErrnoException) => {
      release();
      signal?.throwIfAborted();
      if (error.code === undefined) throw error;
      throw new DataError(
        `The rows that come in cannot be kept in ${folder} meanwhile (${error.code}): free some space, or set TMPDIR to a folder with more.`,
      );
    },
  );
  return { path, [Symbol.dispose]: release };
}
