import type { Context, Input, Label } from "@promptnce/core";
import { fingerprint } from "@promptnce/engine";
import type { LabelList } from "./read-labels.ts";
import type { FileRecord } from "./records.ts";
import type { RowTable } from "./table.ts";

/** Which columns are what. */
export interface Columns {
  /** The fields of x, each with the column it is taken from. */
  readonly x: readonly FieldColumn[];
  readonly y?: string | undefined;
  readonly count?: string | undefined;
  /** The fields of the context, likewise; those that are none of x tell one x from another of the same texts. */
  readonly given?: readonly FieldColumn[] | undefined;
  /** How many people a row stands for, or each that it counts. */
  readonly weight?: string | undefined;
}

/** A field and the column that it is taken from. */
export interface FieldColumn {
  readonly field: string;
  readonly column: string;
}

/** One row of the user's file, checked. */
export interface Row {
  readonly line: number;
  /** What it was read from. */
  readonly record: Pick<FileRecord, "columns" | "cell">;
  /** Why it cannot be used, and then it has no x; absent of one that can be. */
  readonly problem?: string;
  readonly x: Input;
  /** Of x, and of its context where that has fields of its own: see {@link inputKey}. */
  readonly key: string;
  /** Present where columns are named for it. */
  readonly context?: Context;
  /** Present where a column is named for it. */
  readonly y?: Label;
  /** How many people gave y to x, from 0, each as much as the row weighs; present where a column is named for either. */
  readonly count?: number;
}

/**
 * The rows of a table, some at a time. One whose x, y or context is missing or empty, whose label is none of a list or
 * whose count or weight is no number has a problem.
 *
 * @throws DataError naming file, line and column of what cannot be read.
 */
export async function* readRows(
  table: RowTable,
  columns: Columns,
  labels?: LabelList,
): AsyncGenerator<readonly Row[], void> {
  const { x, y, count, weight } = columns;
  const named = [...x.map(({ column }) => column), y, count, weight, ...ownColumnsOf(columns)];
  const listed = labels && new Set(labels.all);
  for await (const records of table.open(named.filter((column) => column !== undefined))) {
    yield records.map((record) => {
      const row = rowOf(record, columns);
      if (listed === undefined || row.y === undefined || listed.has(row.y)) return row;
      return unusable(
        record,
        `${columns.y} is ${JSON.stringify(row.y)}, which is none of the ${listed.size} labels of ${labels?.file}`,
      );
    });
  }
}

/** What x is known by, wherever it comes from: the fingerprint of its texts in the order of the task's fields. */
export function inputKey(fields: readonly string[], x: Input): string {
  return fingerprint(...fields.map((field) => x[field] ?? ""));
}

/** The columns of the context that are none of x. */
export function ownColumnsOf({ x, given = [] }: Pick<Columns, "x" | "given">): string[] {
  return given
    .map(({ column }) => column)
    .filter((column) => !x.some((one) => one.column === column));
}

/** The text of x for people, its fields in order. */
export function inputText(fields: readonly string[], x: Input): string {
  return fields.map((field) => x[field] ?? "").join(" / ");
}

function rowOf(record: FileRecord, columns: Columns): Row {
  const { line, value } = record;
  const { x: fields, y, count, given, weight } = columns;
  const inputs = [...fields.map(({ column }) => column), ...ownColumnsOf(columns)];
  const texts = y === undefined ? inputs : [...inputs, y];
  const numbers = [count, weight].filter((name) => name !== undefined);
  const empty = [...texts, ...numbers].find((name) => !value(name)?.trim());
  if (empty !== undefined)
    return unusable(record, `${empty} is ${value(empty) === undefined ? "missing" : "empty"}`);
  const wrong = numbers.find((name) => !isCount(Number(value(name))));
  if (wrong !== undefined)
    return unusable(record, `${wrong} is ${JSON.stringify(value(wrong))} and no number from 0`);
  const textsOf = (named: readonly FieldColumn[]): Input =>
    Object.fromEntries(named.map(({ field, column }) => [field, value(column) as string]));
  return {
    line,
    record,
    x: textsOf(fields),
    key: fingerprint(...inputs.map((name) => value(name) as string)),
    ...(given && { context: textsOf(given) }),
    ...(y !== undefined && { y: value(y) as string }),
    ...(numbers.length > 0 && {
      count: numbers.reduce((product, name) => product * Number(value(name)), 1),
    }),
  };
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function unusable(record: FileRecord, problem: string): Row {
  return { line: record.line, record, x: {}, key: "", problem };
}
