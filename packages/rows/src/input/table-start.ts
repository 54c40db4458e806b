import Papa from "papaparse";
import { DataError } from "../errors.ts";
import { delimiterOf, type TableFormat } from "../formats/file-format.ts";
import { recordsIn } from "../formats/read-records.ts";
import { readText } from "../formats/read-text.ts";
import type { FileRecord } from "../formats/records.ts";

/** What the first lines of a file of rows show. */
export interface TableStart {
  /** The separator of its fields, if it is not the format's own. */
  readonly delimiter: string | undefined;
  readonly columns: readonly string[];
  /**
   * The first rows, some thousands at most, each as a function that returns the text of a column; of
   * a nested value its JSON.
   */
  readonly rows: readonly ((column: string) => string)[];
}

/**
 * The columns, the delimiter and the first rows of a file; a DataError if it cannot be read or has
 * no rows.
 */
export async function tableStart(path: string, format: TableFormat): Promise<TableStart> {
  const wanted = "a file of rows";
  const delimiter = ["csv", "tsv"].includes(format)
    ? await otherDelimiter(path, format, wanted)
    : undefined;
  const records: FileRecord[] = [];
  for await (const some of recordsIn(path, { format, delimiter, wanted })) {
    records.push(...some);
    if (records.length >= ROWS) break;
  }
  if (records.length === 0) throw new DataError(`${path} has a header and no rows: give it rows.`);
  const columns = [...new Set(records.flatMap((record) => record.columns))];
  const places = new Map(columns.map((column, place) => [column, place]));
  const rows = records.map(({ cell }) => {
    return (column: string) => String(cell(column, places.get(column) ?? -1) ?? "");
  });
  return { delimiter, columns, rows };
}

/** The rows that are read, at least. */
const ROWS = 2000;

/** The separator that the first lines seem to have, if it is not the format's own. */
async function otherDelimiter(
  path: string,
  format: TableFormat,
  wanted: string,
): Promise<string | undefined> {
  for await (const text of readText(path, { wanted })) {
    const { delimiter } = Papa.parse(text, { preview: 20, skipEmptyLines: true }).meta;
    return delimiter === delimiterOf(format) ? undefined : delimiter;
  }
  return undefined;
}
