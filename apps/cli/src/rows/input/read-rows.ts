import { fingerprint } from "@promptnce/providers";
import { createReadStream } from "node:fs";
import type { Input } from "@promptnce/core";
import { DataError } from "../../terminal/data-error.ts";
import { decode } from "./decode.ts";
import type { InputFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import type { FileRecord, Records } from "./records.ts";
import type { Columns, Row } from "./row.ts";

/** A file of rows. */
export interface RowFile {
  /** Where it is. */
  readonly path: string;
  /** What it is called in errors. */
  readonly name: string;
  readonly format: InputFormat;
  /** Of delimited text, where it is not the format's own. */
  readonly delimiter?: string;
  /** Aborted, reading ends with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * The rows of a file, some at a time, so that memory does not grow with it.
 *
 * @throws DataError naming file, line and column of what cannot be read.
 */
export async function* readRows(file: RowFile, columns: Columns): AsyncGenerator<readonly Row[], void> {
  for await (const records of recordsOf(file, columns)) {
    yield records.map((record) => rowOf(record, columns, file.name));
  }
}

/** The records of a file whatever its format. */
function recordsOf(file: RowFile, columns: Columns): Records {
  const { name, format, delimiter } = file;
  const text = decode(bytesOf(file), name);
  if (format === "jsonl") return readJsonLines(text, name);
  const named = [...columns.x.map(({ column }) => column), columns.y, columns.count];
  return readCsv(text, {
    file: name,
    delimiter: delimiter ?? (format === "tsv" ? "\t" : ","),
    columns: named.filter((column) => column !== undefined),
  });
}

async function* bytesOf({ path, name, signal }: RowFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 13, signal })) {
      yield chunk as Uint8Array;
    }
  } catch (error) {
    signal?.throwIfAborted();
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const reason = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
    throw new DataError(`${name} ${reason}: give a file of rows, or - for standard input.`);
  }
}

function rowOf(record: FileRecord, columns: Columns, file: string): Row {
  const values = columns.x.map(({ column }) => needed(record, column, file));
  const x: Input = Object.fromEntries(columns.x.map(({ field }, i) => [field, values[i] as string]));
  return {
    line: record.line,
    x,
    key: fingerprint(...values),
    ...(columns.y !== undefined && { y: needed(record, columns.y, file) }),
    ...(columns.count !== undefined && { count: countOf(record, columns.count, file) }),
  };
}

function needed({ line, value }: FileRecord, column: string, file: string): string {
  const text = value(column);
  if (text !== undefined && text.trim() !== "") return text;
  throw new DataError(
    `${file}, line ${line}: ${column} is ${text === undefined ? "missing" : "empty"}; give every row a text there, or leave the row out.`,
  );
}

function countOf(record: FileRecord, column: string, file: string): number {
  const text = needed(record, column, file);
  const count = Number(text);
  if (Number.isFinite(count) && count >= 0) return count;
  throw new DataError(`${file}, line ${record.line}: ${column} is ${JSON.stringify(text)}; give a number from 0.`);
}
