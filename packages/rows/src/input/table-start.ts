import Papa from "papaparse";
import { DataError } from "../errors.ts";
import { delimiterOf, type TableFormat } from "../formats/file-format.ts";
import { recordsIn } from "../formats/read-records.ts";
import { readText } from "../formats/read-text.ts";

/** What the first lines of a file of rows show. */
export interface TableStart {
  /** The separator of its fields, if it is not the format's own. */
  readonly delimiter: string | undefined;
  readonly columns: readonly string[];
  /** The first rows, a few dozen at most, each as a function that returns the text of a column. */
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
  for await (const records of recordsIn(path, { format, delimiter, wanted })) {
    const columns = [...new Set(records.flatMap((record) => record.columns))];
    const rows = records.map(({ value }) => {
      return (column: string) => value(column) ?? "";
    });
    return { delimiter, columns, rows };
  }
  throw new DataError(`${path} has a header and no rows: give it rows.`);
}

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
