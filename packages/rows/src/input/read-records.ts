import { delimiterOf, type InputFormat, resultFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import { readText } from "./read-text.ts";
import type { Records } from "./records.ts";

/** What is asked for where a file cannot be read. */
export const RESULT: string = 'a result of "promptnce estimate"';
export const RUN: string = `${RESULT} or the folder of a bench run`;

/**
 * The records of a file in any of the formats that `estimate` writes, some at a time.
 *
 * @param wanted What is to be given where it cannot be read.
 * @throws UsageError where the file's name does not tell its format.
 * @throws DataError naming what cannot be read.
 */
export async function* readRecords(path: string, wanted: string): Records {
  const format = resultFormat(path);
  if (format !== "parquet") return yield* recordsOf(readText(path, { wanted }), { file: path, format });
  const { readParquet } = await import("./read-parquet.ts");
  yield* readParquet(path, wanted);
}

/** What a text is that holds records. */
interface RecordsText {
  /** What it is called in errors. */
  readonly file: string;
  readonly format: InputFormat;
  /** Of delimited text, where it is not the format's own. */
  readonly delimiter?: string | undefined;
  /** Columns that delimited text must have; any if not given. */
  readonly columns?: readonly string[];
}

/** The records of a text, some at a time. */
export function recordsOf(
  text: AsyncIterable<string>,
  { file, format, delimiter, columns = [] }: RecordsText,
): Records {
  if (format === "jsonl") return readJsonLines(text, file);
  return readCsv(text, { file, delimiter: delimiter || delimiterOf(format), columns });
}
