import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { onExit } from "signal-exit";
import { DataError } from "../errors.ts";
import type { InputFormat } from "../formats/file-format.ts";
import { recordsIn } from "../readers/read-records.ts";
import type { HeaderOptions } from "../readers/table-header.ts";
import { AT_ONCE, type FileRecord, recordOf, type Records } from "../formats/records.ts";

/** A table whose records can be read any number of times. */
export interface RowTable extends Partial<Disposable> {
  /** The table's name in errors. */
  readonly name: string;
  /**
   * Yields all records from the first, some at a time, so that memory does not grow with their
   * number.
   */
  open(columns: readonly string[]): Records;
}

/** A record from a program: its values by column. */
export type RowRecord = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Rows: an array, a function that returns them anew, a stream that can be read only once, or a
 * table.
 */
export type RowSource =
  | readonly RowRecord[]
  | (() => Iterable<RowRecord> | AsyncIterable<RowRecord>)
  | AsyncIterable<RowRecord>
  | RowTable;

/** A file of rows. */
export interface RowFile extends HeaderOptions {
  /** The path; `-` is standard input. */
  readonly path: string;
  /** The file's name in errors; its path by default. */
  readonly name?: string;
  readonly format: InputFormat;
  /** The separator of delimited text; the format's own by default. */
  readonly delimiter?: string | undefined;
  /** The encoding of text without a byte order mark, such as `windows-1252`; UTF-8 by default. */
  readonly encoding?: string | undefined;
  /** The sheet of a workbook, or the list of rows of a JSON document; the only one by default. */
  readonly sheet?: string | undefined;
  /** Aborts the reading. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The table in a file. Standard input, or a pipe such as `<(…)`, can be read only once and is
 * therefore copied to a temporary file, which is deleted when the table is disposed.
 *
 * @throws DataError if there is no room for the copy, and while reading, naming file, line and
 * column.
 * @example
 * using table = await tableFile({ path: "pairs.csv", format: "csv" });
 * (await firstRows(table)).rows.length; // → 8
 */
export async function tableFile(file: RowFile): Promise<RowTable & Disposable> {
  const { path, name = path === "-" ? "standard input" : path, signal } = file;
  const stream = streamOnce(path);
  return tableIn(stream === undefined ? { path } : await spool(stream, signal), { ...file, name });
}

/** The stream of a file that can be read only once; `undefined` for any other file. */
function streamOnce(path: string) {
  if (path === "-") return process.stdin;
  return isReadOnce(path) ? createReadStream(path) : undefined;
}

function isReadOnce(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFIFO() || found.isCharacterDevice();
  } catch {
    return false; // The reader reports why the file cannot be read.
  }
}

/**
 * The table of a program's rows. A stream is copied to a temporary file of JSON lines, which is
 * deleted when the table is disposed.
 */
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

/** The table in a file that can be read again; disposing the table disposes the file. */
function tableIn(
  file: Partial<Disposable> & { readonly path: string },
  reading: Omit<RowFile, "path"> & Pick<RowTable, "name">,
) {
  const wanted = "a file of rows, or - for standard input";
  const options = { ...reading, wanted, atOnce: 1 << 13 };
  return {
    name: reading.name,
    open: (columns: readonly string[]) => recordsIn(file.path, { ...options, columns }),
    [Symbol.dispose]: () => file[Symbol.dispose]?.(),
  };
}

async function* recordsOfRows(rows: Iterable<RowRecord> | AsyncIterable<RowRecord>): Records {
  let records: FileRecord[] = [];
  let line = 0;
  for await (const row of rows) {
    records.push(recordOf(row, { line: ++line, file: "rows" }));
    if (records.length < AT_ONCE) continue;
    yield records;
    records = [];
  }
  if (records.length > 0) yield records;
}

/**
 * A copy of the input in a temporary file, which only this user can read. Rows are read twice: once
 * for labels and counts, once for the questions. The file is deleted when the copy is disposed or
 * the process ends, except by SIGKILL.
 *
 * @throws DataError if the copy cannot be written.
 */
export async function spool(
  input: NodeJS.ReadableStream,
  signal?: AbortSignal,
): Promise<Disposable & { readonly path: string }> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  const path = join(folder, "rows");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // On a signal too, unless a handler takes it: the file is then still read, and the process ends
  // later.
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
        `The rows from the input cannot be kept in ${folder} (${error.code}): free some space, or set TMPDIR to a folder with more.`,
      );
    },
  );
  return { path, [Symbol.dispose]: release };
}
