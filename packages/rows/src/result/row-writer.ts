import type { OutputFormat } from "../input/file-format.ts";
import type { Output } from "./open-output.ts";
import type { ResultColumn, ResultRow } from "./result-columns.ts";
import { delimitedText } from "./write-delimited.ts";
import { jsonLinesText } from "./write-jsonl.ts";

/** Writes rows in one format. */
export interface RowWriter {
  write(rows: readonly ResultRow[]): Promise<void>;
  /** Writes what the format has at its end, and sees all of it out. */
  end(): Promise<void>;
}

/**
 * A writer of rows of these columns. Text goes out as soon as rows come, and after that at most ten
 * times a second; Parquet by row groups, so that its file can be read only once it is complete.
 */
export async function rowWriter(
  format: OutputFormat,
  columns: readonly ResultColumn[],
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
