import type { Input, Label } from "@promptnce/core";
import { fingerprint } from "@promptnce/engine";
import type { LabelList } from "./read-labels.ts";
import type { FileRecord } from "./records.ts";
import type { RowTable } from "./table.ts";

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
  /** What it was read from. */
  readonly record: Pick<FileRecord, "columns" | "cell">;
  /** Why it cannot be used, and then it has no x; absent of one that can be. */
  readonly problem?: string;
  readonly x: Input;
  /** Of x: see {@link inputKey}. */
  readonly key: string;
  /** Present where a column is named for it. */
  readonly y?: Label;
  /** How many people gave y to x, from 0; present where a column is named for it. */
  readonly count?: number;
}

/**
 * The rows of a table, some at a time. One whose x or y is missing or empty, whose label is none of a list or whose
 * count is no number has a problem.
 *
 * @throws DataError naming file, line and column of what cannot be read.
 */
export async function* readRows(
  table: RowTable,
  columns: Columns,
  labels?: LabelList,
): AsyncGenerator<readonly Row[], void> {
  const named = [...columns.x.map(({ column }) => column), columns.y, columns.count];
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

/** The text of x for people, its fields in order. */
export function inputText(fields: readonly string[], x: Input): string {
  return fields.map((field) => x[field] ?? "").join(" / ");
}

function rowOf(record: FileRecord, { x: fields, y, count }: Columns): Row {
  const { line, value } = record;
  const names = [...fields.map(({ column }) => column), ...(y === undefined ? [] : [y])];
  const empty = [...names, ...(count === undefined ? [] : [count])].find(
    (name) => !value(name)?.trim(),
  );
  if (empty !== undefined)
    return unusable(record, `${empty} is ${value(empty) === undefined ? "missing" : "empty"}`);
  const counted = count === undefined ? 0 : Number(value(count));
  if (count !== undefined && !(Number.isFinite(counted) && counted >= 0)) {
    return unusable(record, `${count} is ${JSON.stringify(value(count))} and no number from 0`);
  }
  const texts = names.map((name) => value(name) as string);
  return {
    line,
    record,
    x: Object.fromEntries(fields.map(({ field }, i) => [field, texts[i] as string])),
    key: fingerprint(...texts.slice(0, fields.length)),
    ...(y !== undefined && { y: texts.at(-1) as string }),
    ...(count !== undefined && { count: counted }),
  };
}

function unusable(record: FileRecord, problem: string): Row {
  return { line: record.line, record, x: {}, key: "", problem };
}
