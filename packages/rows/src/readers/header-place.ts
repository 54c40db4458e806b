import Papa from "papaparse";
import { evenLineEnds } from "../formats/line-ends.ts";

/** Where the header of delimited text seems to be. */
export interface HeaderPlace {
  readonly delimiter: string;
  /** The number of lines above it. */
  readonly skip: number;
  /** Its cells. */
  readonly names: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|", "::"];
/** The most lines above a header. */
const MOST = 40;
/** The rows that are looked at. */
const LOOKED = 100;
/** The fewest rows, with the header, that show a table below other lines. */
const FEWEST = 3;

/**
 * The header of a table, by the first lines of a file: the first row with as many fields as all that
 * follow have, below rows with other numbers of fields, or nearly empty ones. Of several delimiters
 * the one with the fewest lines above the header, and then with the most fields. `undefined` if
 * there is no such row.
 *
 * @param isWhole Whether the text is the whole file, so that its last row is complete.
 * @param delimiter The only delimiter that it may have, if that is known.
 */
export function headerPlace(
  text: string,
  isWhole: boolean,
  delimiter?: string,
): HeaderPlace | undefined {
  // Rows whose quotation marks are misread seem to have other numbers of fields.
  if (hasEscapedQuotes(text)) return undefined;
  const lines = evenLineEnds(text.replace(/^\uFEFF/, "")).split("\n");
  if (!isWhole) lines.pop();
  const delimiters = delimiter === undefined ? DELIMITERS : [delimiter];
  const places = delimiters.flatMap((one) => placeOf(lines, one) ?? []);
  if (places.length === 0 && delimiter === undefined) {
    // Blanks separate fields only where nothing else does, and no line stands above the header.
    const inWords = placeOf(lines, " ");
    return inWords?.skip === 0 ? inWords : undefined;
  }
  return places.toSorted((a, b) => a.skip - b.skip || b.names.length - a.names.length)[0];
}

function placeOf(lines: readonly string[], delimiter: string): HeaderPlace | undefined {
  // Each line would be one field, which reading from every place would find out slowly.
  if (!lines.some((line) => line.includes(delimiter))) return undefined;
  const above: (readonly string[])[] = [];
  for (let skip = 0; skip < Math.min(MOST, lines.length); skip++) {
    const rows = rowsFrom(lines, skip, delimiter);
    const [names] = rows;
    if (names === undefined) return undefined;
    if (lines[skip]!.replaceAll(delimiter, "").trim() === "" || isExcelsHint(lines, skip)) continue;
    const isShort = haveTrailing(names.length, rows.slice(1)) || isShortHeader(rows);
    if (skip === 0 && names.length > 1 && isShort) return { delimiter, skip, names };
    const isTable =
      names.length > 1 &&
      rows.length >= (skip === 0 ? 2 : FEWEST) &&
      rows.every(({ length }) => length === names.length) &&
      above.every((row) => row.length !== names.length || isNote(row)) &&
      !(isNote(names) && hasFullRow(rows));
    if (isTable) return { delimiter, skip, names };
    above.push(names);
  }
  return undefined;
}

/** Whether all rows have the same number of empty fields behind those that the header names. */
export function haveTrailing(named: number, rows: readonly (readonly string[])[]): boolean {
  const wide = rows[0]?.length ?? 0;
  return (
    wide > named &&
    rows.every((row) => row.length === wide && row.slice(named).every((field) => field === ""))
  );
}

/**
 * Whether the first row names only the first columns of all that follow, which have numbers where
 * it has none: offices that repeat some columns for each candidate name them once.
 */
export function isShortHeader([names = [], ...rows]: readonly (readonly string[])[]): boolean {
  const [first = []] = rows;
  const numbers = (row: readonly string[]): number =>
    row.filter((cell) => /^\s*[-+]?\d+(?:[.,]\d+)?\s*$/.test(cell)).length;
  return (
    first.length > names.length &&
    rows.every(({ length }) => length === first.length) &&
    numbers(names) === 0 &&
    3 * numbers(first) >= first.length
  );
}

/** Whether the line is the one by which Excel is told the delimiter: `sep=;`. */
function isExcelsHint(lines: readonly string[], place: number): boolean {
  return place === 0 && /^"?sep=.?"?$/i.test(lines[0]!);
}

/** Whether quotation marks within quotes are marked by a backslash, as databases and Spark do. */
export function hasEscapedQuotes(text: string): boolean {
  return /(?:^|[,;\t|])"[^"\n]*\\"(?!\s*(?:[,;\t|]|$))/m.test(text);
}

/** Rows from a line on, without empty lines. */
function rowsFrom(lines: readonly string[], skip: number, delimiter: string): string[][] {
  const text = lines.slice(skip, skip + LOOKED).join("\n");
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
  return data.filter((row) => row.some((cell) => cell !== ""));
}

/** Whether a row of several cells has hardly a filled one, as a title that a spreadsheet padded. */
function isNote(row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell.trim() !== "").length;
  return row.length > 2 && filled <= Math.max(1, row.length / 3);
}

/** Whether one of the first rows has no empty cell and none twice, as a header has. */
function hasFullRow(rows: readonly (readonly string[])[]): boolean {
  return rows
    .slice(0, MOST)
    .some((row) => row.every((cell) => cell.trim() !== "") && new Set(row).size === row.length);
}

/** The delimiter of text, by its first lines: that of the header where one has been found. */
export function foundDelimiter(text: string, place: HeaderPlace | undefined): string {
  const guessed = (): string =>
    Papa.parse(text, { preview: 20, skipEmptyLines: true }).meta.delimiter;
  return place?.delimiter ?? guessed();
}

/**
 * Whether the first row of a table seems to hold data, and no names: a text of it comes again in its
 * column, or all of it are numbers that are no years and no numbering. A column that holds its own
 * name or nothing is a box to tick, and shows neither.
 */
export function seemsData(names: readonly string[], all: readonly (readonly string[])[]): boolean {
  const last = all.slice(0, HEADINGS).findLastIndex((row) => isHeading(names, row));
  const rows = all.slice(last + 1);
  const isNumber = (text: string): boolean => /^[-+]?\d+([.,]\d+)?$/.test(text);
  const texts = names.filter((name) => name !== "" && !isNumber(name));
  if (texts.length === 0) return rows.length > 0 && !areYearsOrNumbering(names);
  const isBox = (name: string, place: number): boolean =>
    rows.some((row) => row[place] === "") &&
    rows.every((row) => row[place] === "" || row[place] === name);
  return names.some(
    (name, place) =>
      texts.includes(name) && !isBox(name, place) && rows.some((row) => row[place] === name),
  );
}

/** So many rows below a header may belong to it. */
const HEADINGS = 3;

/**
 * Whether a row belongs to the header above it: it holds the ids of an import, or repeats two names
 * and has no number, as `Start Date` below `StartDate`.
 */
function isHeading(names: readonly string[], row: readonly string[]): boolean {
  if (row.some((cell) => /^\{\s*"?ImportId"?\s*:/.test(cell))) return true;
  const plain = (text: string | undefined): string =>
    (text ?? "").toLowerCase().replaceAll(/[\s_]/g, "");
  const same = names.filter((name, place) => name !== "" && plain(name) === plain(row[place]));
  return same.length > 1 && !row.some((cell) => /^[-+]?\d+([.,]\d+)?$/.test(cell.trim()));
}

function areYearsOrNumbering(names: readonly string[]): boolean {
  const numbers = names.map(Number);
  const areYears = numbers.every((one) => Number.isInteger(one) && one >= 1800 && one <= 2200);
  return areYears || numbers.every((one, i) => i === 0 || one === numbers[i - 1]! + 1);
}
