import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import { DataError } from "../errors.ts";
import { foreignContent } from "../formats/foreign-files.ts";
import { unreadable } from "../formats/unreadable.ts";

interface WorkbookOptions {
  /** The file's name in errors. */
  readonly file: string;
  /** The kind of file to ask for if this one cannot be read. */
  readonly wanted: string;
  /** The name of the sheet; by default the only one that holds a table. */
  readonly sheet?: string | undefined;
}

/** What the reader of workbooks gives for a cell: numbers are texts, as they are shown. */
type CellValue = string | boolean | Date | null;

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly CellValue[])[];
}

type LoadReader = () => Promise<typeof import("read-excel-file/node")>;
type Reader = Awaited<ReturnType<LoadReader>>["default"];

/** The rows of a sheet that are written at once. */
const ROWS = 1000;

/** The package that reads workbooks, as npm installs it. */
const READER = "read-excel-file@9";

/**
 * Yields a sheet of an Excel workbook as the CSV that it would be saved as: a formula as the value
 * that was last computed, an error as an empty cell, a date by ISO 8601. Columns and rows at the end
 * that hold nothing are left out. The sheet is held in memory.
 *
 * @throws DataError for what is no whole workbook, for a sheet that is not there, for several sheets
 *   with tables of which none is named, and where the package that reads workbooks is missing.
 */
export async function* workbookText(
  path: string,
  options: WorkbookOptions,
  load: LoadReader = () => import("read-excel-file/node"),
): AsyncGenerator<string> {
  const read = await readerFor(options.file, load);
  const { data } = chosenSheet(await sheetsOf(path, read, options), options);
  const width = data.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    data.some((row) => !isEmpty(row[column])),
  );
  for (let from = 0; from < data.length; from += ROWS) {
    const rows = data
      .slice(from, from + ROWS)
      .map((row) => (row.every(isEmpty) ? [] : columns.map((column) => textOf(row[column]))));
    yield `${Papa.unparse(rows, { newline: "\n" })}\n`;
  }
}

async function sheetsOf(
  path: string,
  read: Reader,
  { file, wanted }: WorkbookOptions,
): Promise<Sheet[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(file, error, wanted);
  });
  try {
    const sheets: unknown = await read(bytes, { parseNumber: shownNumber, trim: false });
    return sheets as Sheet[]; // Its types have the constructor of dates where it gives dates.
  } catch (error) {
    const foreign = foreignContent(bytes);
    if (foreign !== undefined) throw new DataError(`${file} ${foreign}.`);
    throw new DataError(
      `${file} is not a complete Excel workbook (${(error as Error).message}): save it again as .xlsx, or as CSV UTF-8.`,
    );
  }
}

async function readerFor(file: string, load: LoadReader): Promise<Reader> {
  try {
    return (await load()).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new DataError(
      `${file} is an Excel workbook, which the package ${READER} reads: install it beside this one with npm install ${READER}, or save the sheet as CSV UTF-8 and give that file.`,
    );
  }
}

/** The sheet that is named, or else the only one with a table. */
function chosenSheet(
  sheets: readonly Sheet[],
  { file, sheet: named }: WorkbookOptions,
): Pick<Sheet, "data"> {
  const names = (some: readonly Sheet[]): string => some.map(({ sheet }) => sheet).join(", ");
  if (named !== undefined) {
    const found = sheets.find(({ sheet }) => sheet === named);
    if (found !== undefined) return found;
    throw new DataError(`${file} has no sheet ${named}; its sheets are ${names(sheets)}.`);
  }
  const tables = sheets.filter(isTable);
  const [first, second] = tables.length > 0 ? tables : sheets;
  if (first === undefined || second === undefined) return first ?? { data: [] };
  throw new DataError(
    (write) =>
      `${file} has several sheets with tables (${names(tables)}): name one with ${write("sheet", first.sheet)}.`,
  );
}

/** Whether a sheet has two rows or more of two cells or more. */
function isTable({ data }: Sheet): boolean {
  return data.filter((row) => row.filter((cell) => !isEmpty(cell)).length > 1).length > 1;
}

function isEmpty(cell: CellValue | undefined): boolean {
  return cell === null || cell === undefined || cell === "";
}

/** The digits that spreadsheets show of a number. */
const DIGITS = 15;

function shownNumber(text: string): string {
  return String(Number(Number(text).toPrecision(DIGITS)));
}

function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return cell instanceof Date ? dateText(cell) : cell;
}

/** A date, with its time of day unless that is midnight; a time alone counts from day 0. */
function dateText(date: Date): string {
  const [day = "", time = ""] = date.toISOString().slice(0, 19).split("T");
  if (day.startsWith("1899-12-3")) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}
