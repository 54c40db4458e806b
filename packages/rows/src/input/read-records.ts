import { delimiterOf, type InputFormat, resultFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import { readText, type TextOptions } from "./read-text.ts";
import type { Records } from "./records.ts";

/** What is asked for where a file cannot be read. */
export const RESULT: string = 'a result of "promptnce estimate"';
export const RUN: string = `${RESULT} or the folder of a bench run`;

/**
 * The records of a file in any of the formats that `estimate` writes, some at a time.
 *
 * @throws UsageError where its name does not tell its format; DataError naming what cannot be read, and what is wanted.
 */
export async function* readRecords(path: string, wanted: string): Records {
  const format = resultFormat(path);
  if (format !== "parquet") return yield* readTextRecords(path, { format, wanted });
  const { readParquet } = await import("./read-parquet.ts");
  yield* readParquet(path, wanted);
}

export interface RecordsOptions extends TextOptions {
  readonly format: InputFormat;
  /** Of delimited text, where it is not the format's own. */
  readonly delimiter?: string | undefined;
  /** Columns that delimited text must have; any if not given. */
  readonly columns?: readonly string[];
}

/** The records of a file of text, some at a time. */
export function readTextRecords(path: string, options: RecordsOptions): Records {
  const { name: file = path, format, delimiter, columns = [] } = options;
  const text = readText(path, options);
  if (format === "jsonl") return readJsonLines(text, file);
  return readCsv(text, { file, delimiter: delimiter || delimiterOf(format), columns });
}
