import { bytesOf } from "./bytes.ts";
import { decode } from "./decode.ts";
import { resultFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import type { Records } from "./records.ts";

/** What is asked for where a file cannot be read. */
export const RESULT: string = 'a result of "promptnce estimate"';
export const RUN: string = `${RESULT} or the folder of a bench run`;

/**
 * The records of a file in any of the formats that `estimate` writes, some at a time.
 *
 * @throws UsageError where the file's name does not tell its format.
 * @throws DataError naming what cannot be read.
 */
export async function* readRecords(path: string, wanted: string = RUN): Records {
  const format = resultFormat(path);
  if (format === "parquet") {
    const { readParquet } = await import("./read-parquet.ts");
    yield* readParquet(path, wanted);
    return;
  }
  const text = decode(bytesOf(path, { wanted }), path);
  if (format === "jsonl") yield* readJsonLines(text, path);
  else {
    const delimiter = format === "tsv" ? "\t" : ",";
    yield* readCsv(text, { file: path, delimiter, columns: [] });
  }
}
