import { written } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import { delimiterOf, type InputFormat, isDelimited } from "../formats/file-format.ts";
import { recordsIn, type RecordsOptions, textIn } from "../readers/read-records.ts";
import type { FileRecord, Records } from "../formats/records.ts";
import type { RowFile, RowTable } from "./table.ts";
import { foundDelimiter, headerPlace, seemsData } from "../readers/header-place.ts";
import { dataText, placeText } from "../readers/table-header.ts";
import { TextStart, withoutLines } from "../readers/text-start.ts";

/** What the first lines of a file of rows show. */
export interface TableStart {
  /** The separator of its fields, if it is not the format's own. */
  readonly delimiter: string | undefined;
  readonly columns: readonly string[];
  /**
   * The first rows, some thousands at most, each as a function that returns the text of a column,
   * or the JSON of a nested value.
   */
  readonly rows: readonly ((column: string) => string)[];
}

/**
 * The columns, the delimiter and the first rows of a file; a DataError if it cannot be read or has
 * no rows.
 *
 * @example
 * const { columns, rows } = await tableStart("pairs.csv", "csv");
 * [columns.length, rows[0]("response")]; // → [3, "WATER"]
 */
export async function tableStart(
  path: string,
  format: InputFormat,
  reading: Omit<RowFile, "path" | "format"> = {},
): Promise<TableStart> {
  const options = { ...reading, format, wanted: "a file of rows" };
  const delimiter = isDelimited(format) ? await delimiterIn(path, options) : undefined;
  const { columns, rows } = await firstOf(recordsIn(path, { ...options, delimiter }));
  if (rows.length === 0) throw new DataError(`${path} has a header but no rows: add some.`);
  if (isDelimited(format) && reading.header === undefined) refuseData(path, columns, rows);
  return { delimiter, columns, rows };
}

/**
 * The columns and the first rows of a table of any source.
 *
 * @example
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * (await firstRows(table)).columns; // → ["cue", "response", "people"]
 */
export function firstRows(table: RowTable): Promise<FirstRows> {
  return firstOf(table.open([]));
}

/** The columns of a table and its first rows. */
export type FirstRows = Pick<TableStart, "columns" | "rows">;

async function firstOf(all: Records): Promise<FirstRows> {
  const records: FileRecord[] = [];
  for await (const some of all) {
    records.push(...some);
    if (records.length >= ROWS) break;
  }
  const columns = [...new Set(records.flatMap((record) => record.paths ?? record.columns))];
  // Of columns with one name the first is meant, whose place the others do not move.
  const header = records[0]?.columns ?? [];
  const places = new Map(columns.map((column) => [column, header.indexOf(column)]));
  const rows = records.map(({ cell }) => {
    return (column: string) => String(cell(column, places.get(column) ?? -1) ?? "");
  });
  return { columns, rows };
}

/** The rows that are read, at least. */
const ROWS = 2000;

/**
 * The separator of the first lines, if it is not the format's own or is given.
 *
 * @throws DataError if the header seems to stand below other lines, and nobody said where
 */
async function delimiterIn(path: string, options: RecordsOptions): Promise<string | undefined> {
  const { skip, header, format } = options;
  const given = format === "xlsx" ? delimiterOf(format) : options.delimiter;
  const own = given ?? delimiterOf(format);
  const start = new TextStart(textIn(path, options));
  for await (const text of withoutLines(start.pieces(), skip ?? 0)) {
    const place = headerPlace(text, false, given);
    if (place !== undefined && place.skip > 0 && skip === undefined && header === undefined)
      throw new DataError((write) => `${path}: ${written(placeText(place, own), write)}.`);
    const found = given ?? foundDelimiter(text, place);
    return found === delimiterOf(format) ? undefined : found;
  }
  return given;
}

/** Refuses a table whose first line seems to hold data. */
function refuseData(path: string, names: readonly string[], rows: FirstRows["rows"]): void {
  const cells = rows.slice(0, 100).map((text) => names.map(text));
  if (!seemsData(names, cells)) return;
  throw new DataError(
    (write) =>
      `${path}: ${written(dataText(names), write)}; if it does name the columns, say ${write("header", 1)}.`,
  );
}
