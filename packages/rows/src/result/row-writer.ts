import Papa from "papaparse";
import { delimiterOf, type TableFormat } from "../formats/file-format.ts";
import type { Output } from "./open-output.ts";
import type { ResultColumn } from "./result-columns.ts";

/**
 * A row of the result in the order of its columns; an absent value, or a number that is not finite,
 * is `null`.
 */
export type ResultRow = readonly (string | number | boolean | null)[];

export type WrittenColumn = Pick<ResultColumn, "name" | "type">;

interface RowWriter {
  write(rows: readonly ResultRow[]): Promise<void>;
  /** Writes the end of the format and closes the output; see `Output.end` for `whole`. */
  end(whole?: boolean): Promise<void>;
}

/** Options of delimited text for spreadsheets. */
export interface SpreadsheetOptions {
  /** Whether to begin with a byte order mark, which Excel needs to recognise UTF-8. */
  readonly bom?: boolean | undefined;
  /**
   * Whether to put an apostrophe before texts that a spreadsheet would run as formulas; numbers
   * stay as they are.
   */
  readonly escapeFormulas?: boolean | undefined;
}

/** Matches a text that begins like a formula and is no number. */
const FORMULA = /^(?![+-]?[\d.]+(e[+-]?\d+)?$)[=+\-@\t\r]/i;

/**
 * A writer of rows with these columns. Text is written at most ten times a second, or whenever 64
 * KiB are waiting, the first rows at once. Parquet is written by row groups, and its file can be
 * read only when it is complete.
 */
export async function rowWriter(
  format: TableFormat,
  columns: readonly WrittenColumn[],
  output: Output,
  { bom = false, escapeFormulas = false }: SpreadsheetOptions = {},
): Promise<RowWriter> {
  if (format === "parquet") return await parquetWriter(columns, output);
  const names = columns.map(({ name }) => name);
  if (format === "jsonl") return textWriter("", (rows) => jsonLinesText(names, rows), output);
  const text = (rows: readonly ResultRow[]): string =>
    delimitedText(rows, delimiterOf(format), escapeFormulas);
  return textWriter(`${bom ? "\uFEFF" : ""}${text([names])}`, text, output);
}

const FULL = 1 << 16;
const PAUSE_MS = 100;

function textWriter(
  head: string,
  textOf: (rows: readonly ResultRow[]) => string,
  output: Output,
): RowWriter {
  let waiting = head;
  let last = -PAUSE_MS;
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = "";
    last = performance.now();
    await output.write(text);
  };
  return {
    async write(rows) {
      waiting += textOf(rows);
      if (waiting.length >= FULL || performance.now() - last >= PAUSE_MS) await flush();
    },
    async end(whole) {
      await flush();
      await output.end(whole);
    },
  };
}

/**
 * Rows as delimited text (RFC 4180), each ending in a line feed, with `null` as an empty field; ""
 * for no rows.
 *
 * @example
 * delimitedText([["cue", "pmi"], ["SEA, calm", 0.5]], ","); // → 'cue,pmi\n"SEA, calm",0.5\n'
 */
export function delimitedText(
  rows: readonly ResultRow[],
  delimiter: string,
  escapeFormulas = false,
): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as (string | number | boolean | null)[][], { delimiter, newline: "\n", escapeFormulae: escapeFormulas && FORMULA })}\n`;
}

/** Rows as JSON lines, one object a row with all columns; `null` stays `null`. */
function jsonLinesText(names: readonly string[], rows: readonly ResultRow[]): string {
  const keys = names.map((name) => JSON.stringify(name));
  const line = (row: ResultRow): string =>
    `{${row.map((value, i) => `${keys[i]}:${JSON.stringify(value)}`).join(",")}}\n`;
  return rows.map(line).join("");
}

/** The number of rows in a row group, held in memory until it is written. */
const GROUP = 20_000;

/** A writer of Parquet, in which every column may be null. */
async function parquetWriter(
  columns: readonly WrittenColumn[],
  output: Output,
): Promise<RowWriter> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type }) => ({ name, type, data: [] })),
  });
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "promptnce" });
  let group: ResultRow[] = [];
  const flush = async (): Promise<void> => {
    // Copy the bytes: the buffer is reused while the output still holds them.
    const piece = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
    bytes.index = 0;
    await output.write(piece);
  };
  const writeGroup = async (): Promise<void> => {
    const rows = group;
    group = [];
    if (rows.length === 0) return;
    const columnData = columns.map(({ name, type }, i) => {
      const cell = (row: ResultRow): ResultRow[number] => row[i] ?? null;
      // Columns of the rows are text, numbers too, since another row may have text there.
      const text = (row: ResultRow): string | null =>
        cell(row) === null ? null : String(cell(row));
      return { name, data: rows.map(type === "STRING" ? text : cell) };
    });
    await file.write({ columnData, rowGroupSize: GROUP });
    await flush();
  };
  return {
    async write(rows) {
      for (const row of rows) {
        group.push(row);
      }
      if (group.length >= GROUP) await writeGroup();
    },
    async end(whole) {
      await writeGroup();
      await file.finish();
      await flush();
      await output.end(whole);
    },
  };
}
