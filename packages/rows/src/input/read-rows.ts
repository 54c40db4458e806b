import type { Context, Input, Label } from "@promptnce/core";
import { fingerprint } from "@promptnce/engine";
import type { LabelList } from "./read-labels.ts";
import type { FileRecord } from "../formats/records.ts";
import { missingTest } from "./missing-texts.ts";
import { VotersOnce, type VoteShare, voteShare } from "./vote-shares.ts";
import type { RowTable } from "./table.ts";

/** The columns of a table, by their role. */
export interface Columns {
  /** The fields of x, each with its column. */
  readonly x: readonly FieldColumn[];
  readonly y?: string | undefined;
  readonly count?: string | undefined;
  /** Whether each row is one person's answer, even where no pair repeats. */
  readonly countsRows?: boolean | undefined;
  /**
   * Texts that stand for no value, besides those that programs write, such as `NA`; instead of them
   * if the first is `only`. A label that is listed is none.
   */
  readonly missing?: readonly string[] | undefined;
  /** Other columns that hold labels, so that none of them tells of a context. */
  readonly answers?: readonly string[] | undefined;
  /**
   * The fields of the context, each with its column; those outside x distinguish inputs with the
   * same texts.
   */
  readonly given?: readonly FieldColumn[] | undefined;
  /** The column of the row's weight, by which its count is multiplied. */
  readonly weight?: string | undefined;
}

/** A text that stands for no value. */
export interface MissingValue {
  readonly column: string;
  readonly text: string;
}

/** A field and its column. */
export interface FieldColumn {
  readonly field: string;
  readonly column: string;
}

/** One row of the user's file, checked. */
export interface Row {
  readonly line: number;
  /** The record it was read from. */
  readonly record: Pick<FileRecord, "columns" | "cell">;
  /** Why the row cannot be used; it then has no x. Absent if it can be used. */
  readonly problem?: string;
  /** The text that stands for no value, and its column, if that is the problem. */
  readonly missing?: MissingValue;
  readonly x: Input;
  /** A key of x and of the context's fields outside x: see {@link inputKey}. */
  readonly key: string;
  /** Present if columns are named for it. */
  readonly context?: Context;
  /** Present if a column is named for it; without the blanks that stood around it. */
  readonly y?: Label;
  /** Whether blanks stood around it. */
  readonly isPadded?: true;
  /**
   * The number of people who gave y to x times the weight, from 0; present if a column is named for
   * either, or the record says how many gave its label.
   */
  readonly count?: number;
  /**
   * The number of people whose answers the row adds to those of its x, if it is not `count`: of a
   * person's several labels the first adds one, and the others none.
   */
  readonly people?: number;
}

/**
 * Yields the rows of a table, some at a time. A row has a `problem` if its x, y or context is
 * missing or empty, its label is not in the list, or its count or weight is not a number of 0 or
 * more. Blanks around a label are none of it, unless it is listed with them.
 *
 * @throws DataError, naming file, line and column, for what cannot be read.
 * @example
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const columns = { x: [{ field: "cue", column: "cue" }], y: "response", count: "people" };
 * const [rows] = await Array.fromAsync(readRows(table, columns));
 * rows[0]; // → { line: 2, x: { cue: "SEA" }, y: "WATER", count: 30 }
 */
export async function* readRows(
  table: RowTable,
  columns: Columns,
  labels?: LabelList,
): AsyncGenerator<readonly Row[], void> {
  const { y } = columns;
  const names = namesIn(columns);
  const listed = labels && new Set(labels.all);
  const isMissing = missingTest(columns.missing);
  const isNoLabel = labels ? missingTest(columns.missing, labels.all) : isMissing;
  const voters = new VotersOnce();
  const lacks = (column: string, text: string): boolean =>
    column === y ? isNoLabel(text) : isMissing(text);
  for await (const records of table.open(names.all)) {
    yield records.map((record) => {
      const row = rowOf(record, { columns, names, lacks, listed, voters });
      if (listed === undefined || row.y === undefined || listed.has(row.y)) return row;
      return unusable(
        record,
        `${columns.y} is ${JSON.stringify(row.y)}, which is not among the ${listed.size} labels of ${labels?.file}`,
      );
    });
  }
}

/**
 * The key of x, the same whatever its source: the fingerprint of its texts in the order of the
 * task's fields.
 */
export function inputKey(fields: readonly string[], x: Input): string {
  return fingerprint(...fields.map((field) => x[field] ?? ""));
}

/** The columns of the context that are not columns of x. */
export function ownColumnsOf({ x, given = [] }: Columns): string[] {
  return given
    .map(({ column }) => column)
    .filter((column) => !x.some((one) => one.column === column));
}

/**
 * The texts of x for people, joined by ` / ` in the order of the fields.
 *
 * @example
 * inputText(["premise", "hypothesis"], { premise: "It rains.", hypothesis: "It is wet." });
 * // → "It rains. / It is wet."
 */
export function inputText(fields: readonly string[], x: Input): string {
  return fields.map((field) => x[field] ?? "").join(" / ");
}

/** The names of the columns to read: of x and the context, and of numbers. */
interface Names {
  readonly inputs: readonly string[];
  readonly numbers: readonly string[];
  readonly all: readonly string[];
}

function namesIn(columns: Columns): Names {
  const { x, y, count, weight } = columns;
  const inputs = [...x.map(({ column }) => column), ...ownColumnsOf(columns)];
  const numbers = [count, weight].filter((name) => name !== undefined);
  return { inputs, numbers, all: [...inputs, ...(y === undefined ? [] : [y]), ...numbers] };
}

interface Reading {
  readonly columns: Columns;
  readonly names: Names;
  /** Whether a text of a column stands for no value. */
  readonly lacks: (column: string, text: string) => boolean;
  /** The labels that may occur; any if absent. */
  readonly listed: ReadonlySet<Label> | undefined;
  readonly voters: VotersOnce;
}

function rowOf(record: FileRecord, { columns, names, lacks, listed, voters }: Reading): Row {
  const { line, value } = record;
  const { x: fields, y, count, given } = columns;
  const { inputs, numbers } = names;
  if (record.problem !== undefined) return unusable(record, record.problem);
  const without = names.all.find((name) => lacks(name, value(name) ?? ""));
  if (without !== undefined) return lacking(record, without);
  const share = count === undefined ? undefined : shareIn(value(count) ?? "");
  const plain = share === undefined ? numbers : numbers.filter((name) => name !== count);
  const wrong = plain.find((name) => !isCount(Number(value(name))));
  if (wrong !== undefined)
    return unusable(
      record,
      `${wrong} is ${JSON.stringify(value(wrong))}, not a number of 0 or more`,
    );
  const textsOf = (named: readonly FieldColumn[]): Input =>
    Object.fromEntries(named.map(({ field, column }) => [field, value(column) as string]));
  const text = y === undefined ? undefined : (value(y) as string);
  const label = text === undefined || listed?.has(text) === true ? text : text.trim();
  const key = fingerprint(...inputs.map((name) => value(name) as string));
  const votes = share ? votersOf(share, voters.isFirst(key, label ?? "")) : record.votes;
  const times = plain.reduce((product, name) => product * Number(value(name)), 1);
  const row: Row = {
    line,
    record,
    x: textsOf(fields),
    key,
    ...(given && { context: textsOf(given) }),
    ...(label !== undefined && { y: label }),
    ...((numbers.length > 0 || votes !== undefined) && { count: times * (votes?.given ?? 1) }),
    ...(votes !== undefined && { people: times * votes.people }),
  };
  return label === text ? row : { ...row, isPadded: true };
}

/** The share of votes in a cell that is no number. */
function shareIn(text: string): VoteShare | undefined {
  return isCount(Number(text)) ? undefined : voteShare(text);
}

/** The votes of a share, whose people are counted once for their x. */
function votersOf({ given, people }: VoteShare, isFirst: boolean): VoteShare {
  return { given, people: isFirst ? people : 0 };
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

function lacking(record: FileRecord, column: string): Row {
  const text = record.value(column);
  if (text === undefined) return unusable(record, `${column} is missing`);
  if (text.trim() === "") return unusable(record, `${column} is empty`);
  const missing = { column, text: text.trim() };
  return { ...unusable(record, `${column} is missing (${missing.text})`), missing };
}

function unusable(record: FileRecord, problem: string): Row {
  return { line: record.line, record, x: {}, key: "", problem };
}
