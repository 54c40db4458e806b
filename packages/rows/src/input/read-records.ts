import { DataError } from "../errors.ts";
import { delimiterOf, type InputFormat, resultFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import { readText, type TextOptions, unreadable } from "./read-text.ts";
import { recordOf, type Records } from "./records.ts";

/** The kinds of file that errors ask for. */
export const RESULT: string = 'a result of "promptnce estimate"';
export const RUN: string = `${RESULT} or the folder of a bench run`;

/**
 * Yields the records of a file in any format that `estimate` writes, some at a time; errors ask for
 * `wanted`.
 */
export async function* readRecords(path: string, wanted: string): Records {
  const format = resultFormat(path);
  if (format !== "parquet") return yield* readTextRecords(path, { format, wanted });
  yield* readParquet(path, wanted);
}

export interface RecordsOptions extends TextOptions {
  readonly format: InputFormat;
  /** The separator of delimited text; the format's own by default. */
  readonly delimiter?: string | undefined;
  /** The columns that delimited text must have; none by default. */
  readonly columns?: readonly string[];
}

/** Yields the records of a text file, some at a time. */
export function readTextRecords(path: string, options: RecordsOptions): Records {
  const { name: file = path, format, delimiter, columns = [] } = options;
  const text = readText(path, options);
  if (format === "jsonl") return readJsonLines(text, file);
  return readCsv(text, { file, delimiter: delimiter || delimiterOf(format), columns });
}

/**
 * Yields the records of a Parquet file, a row group at a time, with the lines of a CSV file of the
 * same rows.
 */
async function* readParquet(path: string, wanted: string): Records {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } =
    await import("hyparquet");
  const file = await asyncBufferFromFile(path).catch((error: unknown) => {
    throw unreadable(path, error, wanted);
  });
  const metadata = await parquetMetadataAsync(file).catch(() => {
    throw new DataError(
      `${path} is not a whole Parquet file: an unfinished run leaves one without its end; give its command again.`,
    );
  });
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const objects = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
    const first = rowStart + 2;
    yield objects.map((object, i) => recordOf(object, first + i, path));
    rowStart = rowEnd;
  }
  if (rowStart === 0) throw new DataError(`${path} is empty: it has no rows.`);
}
