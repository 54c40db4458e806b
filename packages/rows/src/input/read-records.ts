import { DataError } from "../errors.ts";
import { delimiterOf, type InputFormat, resultFormat } from "./file-format.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-jsonl.ts";
import { readText, type TextOptions, unreadable } from "./read-text.ts";
import { recordOf, type Records } from "./records.ts";

/** What is asked for where a file cannot be read. */
export const RESULT: string = 'a result of "promptnce estimate"';
export const RUN: string = `${RESULT} or the folder of a bench run`;

/** The records of a file in any of the formats that `estimate` writes, some at a time. */
export async function* readRecords(path: string, wanted: string): Records {
  const format = resultFormat(path);
  if (format !== "parquet") return yield* readTextRecords(path, { format, wanted });
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

/** The records of a Parquet file, a row group at a time. Their lines are those of a CSV file with the same rows. */
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
