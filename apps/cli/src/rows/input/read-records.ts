import { createReadStream } from "node:fs";
import { DataError } from "../../terminal/data-error.ts";
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
  const text = decode(bytesOf(path, wanted), path);
  if (format === "jsonl") yield* readJsonLines(text, path);
  else {
    const delimiter = format === "tsv" ? "\t" : ",";
    yield* readCsv(text, { file: path, delimiter, columns: [] });
  }
}

async function* bytesOf(path: string, wanted: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(path, error, wanted);
  }
}

/** The sentence for a file that the system does not let be read; any other error is thrown as it is. */
export function unreadable(path: string, error: unknown, wanted: string = RUN): DataError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const reason = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
  return new DataError(`${path} ${reason}: give ${wanted}.`);
}
