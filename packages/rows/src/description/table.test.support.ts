import { asProperty, written } from "@promptnce/core/errors";
import type { FirstRows } from "../input/table-start.ts";
import { describeTable } from "./describe-table.ts";
import type { GivenReading } from "./table-description.ts";

/** The beginning of a table: a line of names and lines of cells, parted by ` | `. */
export function tableOf(text: string): FirstRows {
  const [columns = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return {
    columns,
    rows: rows.map((row) => (column) => row[columns.indexOf(column)] ?? ""),
  };
}

/** The table of these columns, with a number of rows. */
export function tableFrom(
  columns: Readonly<Record<string, (row: number) => string | number>>,
  rows = 24,
): FirstRows {
  return {
    columns: Object.keys(columns),
    rows: Array.from({ length: rows }, (_, i) => (name) => String(columns[name]!(i))),
  };
}

/** The first thing that is doubtful, with the options that decide; `undefined` if nothing is. */
export function firstDoubt(
  table: FirstRows,
  given?: GivenReading,
): { readonly says: string; readonly options: readonly string[] } | undefined {
  const [doubt] = describeTable(table, given).doubts;
  return (
    doubt && {
      says: written(doubt.says),
      options: doubt.readings.map(({ option, value }) => asProperty(option, value)),
    }
  );
}
