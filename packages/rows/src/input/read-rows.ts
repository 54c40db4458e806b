import type { Input, Label } from "@promptnce/core";
import { fingerprint } from "@promptnce/providers";
import { DataError } from "../errors.ts";
import type { FileRecord } from "./records.ts";
import type { Table } from "./table.ts";

/** Which columns are what. */
export interface Columns {
  /** The fields of x, each with the column it is taken from. */
  readonly x: readonly { readonly field: string; readonly column: string }[];
  readonly y?: string | undefined;
  readonly count?: string | undefined;
}

/** One row of the user's file, checked. */
export interface Row {
  readonly line: number;
  readonly x: Input;
  /** Of x: see {@link inputKey}. */
  readonly key: string;
  /** Present where a column is named for it. */
  readonly y?: Label;
  /** How many people gave y to x, from 0; present where a column is named for it. */
  readonly count?: number;
}

/**
 * The rows of a table, some at a time.
 *
 * @throws DataError naming file, line and column of what cannot be read.
 */
export async function* readRows(table: Table, columns: Columns): AsyncGenerator<readonly Row[], void> {
  const named = [...columns.x.map(({ column }) => column), columns.y, columns.count];
  for await (const records of table.open(named.filter((column) => column !== undefined))) {
    yield records.map((record) => rowOf(record, columns, table.name));
  }
}

/** What x is known by, wherever it comes from: the fingerprint of its texts in the order of the task's fields. */
export function inputKey(fields: readonly string[], x: Input): string {
  return fingerprint(...fields.map((field) => x[field] ?? ""));
}

/** The text of x for people, its fields in order. */
export function inputText(fields: readonly string[], x: Input): string {
  return fields.map((field) => x[field] ?? "").join(" / ");
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
