import Papa from "papaparse";
import { delimiterOf, type OutputFormat } from "../input/file-format.ts";
import type { Output } from "./open-output.ts";
import type { ResultColumn } from "./result-columns.ts";

/** A row of the result in the order of its columns; what is absent, or no number, is `null`. */
export type ResultRow = readonly (string | number | boolean | null)[];

export type WrittenColumn = Pick<ResultColumn, "name" | "type">;

interface RowWriter {
  write(rows: readonly ResultRow[]): Promise<void>;
  /** Writes what the format has at its end, and sees all of it out: the whole, or what there is. */
  end(whole?: boolean): Promise<void>;
}

/** How delimited text is written for a spreadsheet. */
export interface SpreadsheetOptions {
  /** Whether it begins with a byte order mark, without which Excel takes UTF-8 for something else. */
  readonly bom?: boolean | undefined;
  /** Whether texts that a spreadsheet would run get an apostrophe before them, numbers excepted. */
  readonly escapeFormulas?: boolean | undefined;
}

/** A text that begins as a formula does, and is no number. */
const FORMULA = /^(?![+-]?[\d.]+(e[+-]?\d+)?$)[=+\-@\t\r]/i;

/**
 * A writer of rows of these columns. Text goes out as soon as rows come, and after that at most ten times a second;
 * Parquet by row groups, so that its file can be read only once it is complete.
 */
export async function rowWriter(
  format: OutputFormat,
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

/** Rows as delimited text (RFC 4180), each ended by a line feed; what is `null` is empty. */
export function delimitedText(
  rows: readonly ResultRow[],
  delimiter: string,
  escapeFormulas = false,
): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as (string | number | boolean | null)[][], { delimiter, newline: "\n", escapeFormulae: escapeFormulas && FORMULA })}\n`;
}

/** Rows as JSON lines, one object a row with every column; what is `null` is `null`. */
function jsonLinesText(names: readonly string[], rows: readonly ResultRow[]): string {
  const keys = names.map((name) => JSON.stringify(name));
  const line = (row: ResultRow): string =>
    `{${row.map((value, i) => `${keys[i]}:${JSON.stringify(value)}`).join(",")}}\n`;
  return rows.map(line).join("");
}

/** Rows that are held in memory before they are written. */
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
    // The bytes are copied: the buffer is filled again while the output still has them.
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
      // What was a number among theirs is text, since another row may have text there.
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
