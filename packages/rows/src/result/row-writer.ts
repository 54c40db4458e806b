import Papa from "papaparse";
import type { OutputFormat } from "../input/file-format.ts";
import type { Output } from "./open-output.ts";
import type { ResultRow, RowWriter, WrittenColumn } from "./result-rows.ts";

/**
 * A writer of rows of these columns. Text goes out as soon as rows come, and after that at most ten
 * times a second; Parquet by row groups, so that its file can be read only once it is complete.
 */
export async function rowWriter(
  format: OutputFormat,
  columns: readonly WrittenColumn[],
  output: Output,
): Promise<RowWriter> {
  if (format === "parquet") {
    const { parquetWriter } = await import("./write-parquet.ts");
    return parquetWriter(columns, output);
  }
  const names = columns.map(({ name }) => name);
  if (format === "jsonl") return textWriter("", (rows) => jsonLinesText(names, rows), output);
  const delimiter = format === "tsv" ? "\t" : ",";
  const text = (rows: readonly ResultRow[]): string => delimitedText(rows, delimiter);
  return textWriter(text([names]), text, output);
}

const FULL = 1 << 16;
const PAUSE_MS = 100;

function textWriter(head: string, textOf: (rows: readonly ResultRow[]) => string, output: Output): RowWriter {
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
    async end() {
      await flush();
      await output.end();
    },
  };
}

/** Rows as delimited text (RFC 4180), each ended by a line feed; what is `null` is empty. */
export function delimitedText(rows: readonly ResultRow[], delimiter: string): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as (string | number | boolean | null)[][], { delimiter, newline: "\n" })}\n`;
}

/** Rows as JSON lines, one object a row with every column; what is `null` is `null`. */
function jsonLinesText(names: readonly string[], rows: readonly ResultRow[]): string {
  const keys = names.map((name) => JSON.stringify(name));
  const line = (row: ResultRow): string =>
    `{${row.map((value, i) => `${keys[i]}:${JSON.stringify(value)}`).join(",")}}\n`;
  return rows.map(line).join("");
}
