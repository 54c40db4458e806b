import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DataError } from "@promptnce/rows/errors";
import Papa from "papaparse";

/** The content of a column. */
export type Cell = "text" | "share" | "count";

type RowOf<Columns extends Readonly<Record<string, Cell>>> = {
  readonly [Name in keyof Columns]: Columns[Name] extends "text" ? string : number;
};

/** The path of `<name>.csv.gz` or `<name>.csv` in the folder; `undefined` if neither exists. */
export function findRecorded(folder: string, name: string): string | undefined {
  return [`${name}.csv.gz`, `${name}.csv`]
    .map((file) => join(folder, file))
    .find((path) => existsSync(path));
}

/**
 * The rows of a file of recorded replies, with numbers in the numeric columns.
 *
 * @throws DataError if the file is missing or not CSV, lacks a column, or has an invalid value
 */
export function recordedRows<const Columns extends Readonly<Record<string, Cell>>>(
  folder: string,
  name: string,
  columns: Columns,
): RowOf<Columns>[] {
  const path = findRecorded(folder, name);
  if (path === undefined) {
    const dataset = name.replace(/-.*/, "");
    throw new DataError(
      `--data: ${folder} has no ${name}.csv.gz; promptnce datasets fetch ${dataset} makes it`,
    );
  }
  const rows = parsed(path, Object.keys(columns));
  return rows.map((row, i) => {
    const cells = Object.entries(columns).map(([column, cell]) => {
      const text = row[column] ?? "";
      // The header is line 1. If a quoted cell contains line ends, this is the row's number instead
      // of its line.
      return [
        column,
        cell === "text" ? text : numberOf(text, cell, `${path}, row ${i + 2}: ${column}`),
      ];
    });
    return Object.fromEntries(cells) as RowOf<Columns>;
  });
}

function parsed(path: string, columns: readonly string[]): Record<string, string>[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(textOf(path), {
    header: true,
    skipEmptyLines: true,
  });
  const fields = meta.fields ?? [];
  const missing = columns.find((column) => !fields.includes(column));
  if (missing !== undefined) {
    throw new DataError(
      `${path} has no column ${missing}: it has ${fields.join(", ") || "none"}, and needs ${columns.join(", ")}`,
    );
  }
  const [error] = errors;
  if (error !== undefined) {
    throw new DataError(
      `${path}, row ${(error.row ?? 0) + 2}: ${error.message}; fetch the file again`,
    );
  }
  if (data.length === 0) throw new DataError(`${path} has a header but no rows; fetch it again`);
  return data;
}

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  } catch (error) {
    throw new DataError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function numberOf(text: string, cell: "share" | "count", place: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const fits = cell === "share" ? value >= 0 && value <= 1 : value >= 0 && Number.isInteger(value);
  if (fits) return value;
  const expected = cell === "share" ? "a number from 0 to 1" : "a whole number from 0";
  throw new DataError(`${place} is ${JSON.stringify(text)}, and must be ${expected}`);
}
