import { delimiterOf, resultFormat, type InputFormat } from "../formats/file-format.ts";
import { foundDelimiter, headerPlace } from "./header-place.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readJsonLines } from "./read-jsonl.ts";
import { readParquet } from "./read-parquet.ts";
import { workbookText } from "./workbook-text.ts";
import { readText, type TextOptions } from "../formats/read-text.ts";
import type { CsvOptions, HeaderOptions } from "./table-header.ts";
import type { Records } from "../formats/records.ts";

/** The kinds of file that errors ask for. */
export const RESULT: string = "the results of an estimate run";
export const RUN: string = `${RESULT} or the folder of a bench run`;

/**
 * Yields the records of a file in any format that `estimate` writes, some at a time; errors ask for
 * `wanted`.
 */
export async function* readRecords(path: string, wanted: string): Records {
  yield* recordsIn(path, { format: resultFormat(path), wanted });
}

export interface RecordsOptions extends TextOptions, HeaderOptions {
  readonly format: InputFormat;
  /** The separator of delimited text; the format's own by default. */
  readonly delimiter?: string | undefined;
  /** The sheet of a workbook, or the list of rows of a JSON document; the only one by default. */
  readonly sheet?: string | undefined;
  /** The columns that delimited text and Parquet must have; none by default. */
  readonly columns?: readonly string[];
}

/** Yields the records of delimited text, by the delimiter that its first lines have. */
async function* readFound(
  text: AsyncIterable<string>,
  options: Omit<CsvOptions, "delimiter">,
): Records {
  const pieces = text[Symbol.asyncIterator]();
  const { value: first = "" } = await pieces.next();
  const all = async function* (): AsyncGenerator<string> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  yield* readCsv(all(), {
    ...options,
    delimiter: foundDelimiter(first, headerPlace(first, false)),
  });
}

/** The text of a file of any format but Parquet; of a workbook that of a sheet as CSV. */
export function textIn(path: string, options: RecordsOptions): AsyncGenerator<string> {
  const { name: file = path, format, wanted, sheet } = options;
  return format === "xlsx" ? workbookText(path, { file, wanted, sheet }) : readText(path, options);
}

/** Yields the records of a file, some at a time. */
export function recordsIn(path: string, options: RecordsOptions): Records {
  const { name: file = path, format, delimiter, columns = [] } = options;
  if (format === "parquet") return readParquet(path, { ...options, file, columns });
  const text = textIn(path, options);
  if (format === "json") return readJson(text, { file, columns, sheet: options.sheet });
  if (format === "jsonl") return readJsonLines(text, file, columns);
  const { skip, header } = options;
  const isWorkbook = format === "xlsx";
  const reading = { file, columns, skip, header, isWorkbook };
  if (isWorkbook) return readCsv(text, { ...reading, delimiter: delimiterOf(format) });
  if (format === "txt" && !delimiter) return readFound(text, reading);
  return readCsv(text, { ...reading, delimiter: delimiter || delimiterOf(format) });
}
