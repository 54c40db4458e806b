import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { bytesOf } from "./bytes.ts";
import { decode } from "./decode.ts";
import type { InputFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import type { FileRecord, Records } from "./records.ts";
import { spool } from "./spool.ts";

/** Records that can be gone through again and again. */
export interface Table extends Partial<Disposable> {
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
  | Table;

/** A file of rows. */
export interface RowFile {
  /** Where it is; `-` is standard input. */
  readonly path: string;
  /** What it is called in errors; its path if not given. */
  readonly name?: string;
  readonly format: InputFormat;
  /** Of delimited text, where it is not the format's own. */
  readonly delimiter?: string | undefined;
  /** Aborted, reading ends with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The table in a file. What can be read only once, standard input or a pipe as of `<(…)`, is kept in a
 * file of its own until the table is disposed of.
 *
 * @throws DataError where there is no room for that, and, once it is read, naming file, line and column.
 */
export async function tableFile({ path, name: given, format, delimiter, signal }: RowFile): Promise<Table> {
  const spooled = await spooledInput(path, signal);
  const name = given ?? (path === "-" ? "standard input" : path);
  const wanted = "a file of rows, or - for standard input";
  const text = () => decode(bytesOf(spooled?.path ?? path, { name, wanted, signal, atOnce: 1 << 13 }), name);
  const separator = delimiter ?? (format === "tsv" ? "\t" : ",");
  return {
    name,
    open: (columns) =>
      format === "jsonl" ? readJsonLines(text(), name) : readCsv(text(), { file: name, delimiter: separator, columns }),
    ...(spooled && { [Symbol.dispose]: () => spooled[Symbol.dispose]() }),
  };
}

async function spooledInput(path: string, signal: AbortSignal | undefined) {
  if (path === "-") return spool(process.stdin, signal);
  try {
    const found = statSync(path);
    if (!found.isFIFO() && !found.isCharacterDevice()) return undefined;
  } catch {
    return undefined; // Whoever reads it says why it cannot be read.
  }
  return spool(createReadStream(path), signal);
}

/**
 * The table of a program's own rows. A stream that can be read only once is kept in a temporary file, as
 * JSON lines, until the table is disposed of.
 */
export async function tableOf(rows: RowSource, signal?: AbortSignal): Promise<Table> {
  if ("open" in rows) return rows;
  if (Array.isArray(rows)) return { name: "rows", open: () => recordsOf(rows) };
  if (typeof rows === "function") return { name: "rows", open: () => recordsOf(rows()) };
  const stream = rows as AsyncIterable<RowRecord>;
  const spooled = await spool(Readable.from(jsonLines(stream)), signal);
  const file = { name: "rows", wanted: "rows", signal };
  return {
    name: "rows",
    open: () => readJsonLines(decode(bytesOf(spooled.path, file), "rows"), "rows"),
    [Symbol.dispose]: () => spooled[Symbol.dispose](),
  };
}

async function* jsonLines(rows: AsyncIterable<RowRecord>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Records handed on together. */
const AT_ONCE = 64;

async function* recordsOf(rows: Iterable<RowRecord> | AsyncIterable<RowRecord>): Records {
  let records: FileRecord[] = [];
  let line = 0;
  for await (const row of rows) {
    records.push(recordOf(row, ++line));
    if (records.length < AT_ONCE) continue;
    yield records;
    records = [];
  }
  if (records.length > 0) yield records;
}

function recordOf(row: RowRecord, line: number): FileRecord {
  return {
    line,
    get columns() {
      return Object.keys(row);
    },
    value(column) {
      const value = Object.hasOwn(row, column) ? row[column] : undefined;
      return value === undefined || value === null ? undefined : String(value);
    },
  };
}
