import { type Sentence, written } from "@promptnce/core/errors";
import { parsedJson } from "@promptnce/core/json";
import { DataError } from "../errors.ts";
import { textOfValue, valueAt } from "../formats/nested.ts";
import {
  hasEscapedQuotes,
  haveTrailing,
  type HeaderPlace,
  headerPlace,
  isShortHeader,
  seemsData,
} from "./header-place.ts";
import type { TextStart } from "./text-start.ts";

/** Where the names of columns stand. */
export interface HeaderOptions {
  /** The number of lines above the header; 0 by default. */
  readonly skip?: number | undefined;
  /**
   * The number of lines that the header has, of which the first names the columns and the others are
   * passed over; 1 by default. With `none` the columns are called `column 1`, `column 2` and so on.
   */
  readonly header?: number | "none" | undefined;
}

/** How delimited text is read. */
export interface CsvOptions extends HeaderOptions {
  readonly file: string;
  readonly delimiter: string;
  /** The columns that the header must have; others are not checked. */
  readonly columns: readonly string[];
  /**
   * Whether it is a sheet of a workbook, in which a row is a line whatever its cells hold, and
   * whose cells no other delimiter separates.
   */
  readonly isWorkbook?: boolean;
}

/** The header of a table in delimited text, and what is wrong where it does not fit. */
export class TableHeader {
  names: readonly string[] = [];
  places: ReadonlyMap<string, number> = new Map();
  readonly #options: CsvOptions;
  readonly #start: TextStart;
  /** The names as they are written, which may be empty. */
  #written: readonly string[] = [];
  #rows = 0;
  /** Where the fields begin that all rows have empty, if they do. */
  #padded: number | undefined;

  constructor(options: CsvOptions, start: TextStart) {
    this.#options = options;
    this.#start = start;
  }

  /** Whether all of its rows are read. */
  get isComplete(): boolean {
    const { header = 1 } = this.#options;
    return this.#rows >= (header === "none" ? 1 : header);
  }

  /**
   * Whether a row belongs to the header, whose names it may give.
   *
   * @param rows The rows below, as far as they are read.
   */
  takes(fields: readonly string[], line: number, rows: readonly (readonly string[])[]): boolean {
    const { header } = this.#options;
    this.#rows++;
    if (this.#rows > 2) return true;
    if (header === "none")
      this.#name(
        fields.map((_, i) => `column ${i + 1}`),
        rows,
      );
    else this.#name(this.#rows === 1 ? fields : groupedNames(this.#written, fields), rows);
    if (this.isComplete || this.#rows > 1) this.#check(line, rows);
    return header !== "none";
  }

  /**
   * The text at a path within a cell of JSON, as `annotations.value`; `undefined` if there is none.
   *
   * @param path What is no column's name itself.
   */
  inCell(fields: readonly string[], path: string): string | undefined {
    const column = this.#columnAround(path);
    if (column === undefined) return undefined;
    const held = parsedJson(fields[this.places.get(column)!] ?? "");
    return textOfValue(valueAt({ [column]: held }, path));
  }

  /** The column whose cells a path leads into. */
  #columnAround(path: string): string | undefined {
    if (this.places.has(path)) return undefined;
    return this.names.find((name) => name !== "" && path.startsWith(`${name}.`));
  }

  /** Names the columns; blanks around a name are none of it. */
  #name(written: readonly string[], rows: readonly (readonly string[])[]): void {
    this.#written = written;
    this.names = written.map((name, place) => name.trim() || numberOf(place, rows));
    const places = new Map(this.names.map((name, place) => [name, place]));
    for (const [place, name] of written.entries()) {
      for (const also of [name, `column ${place + 1}`]) {
        if (!places.has(also)) places.set(also, place);
      }
    }
    this.places = places;
  }

  /** The error for a row with more or fewer fields than the header. */
  ragged(fields: readonly string[], line: number): DataError {
    const place = hasEscapedQuotes(this.#start.kept) ? ESCAPED : this.#otherPlace();
    const isShort = isShortHeader([this.names, fields]) && this.names.length > 2;
    const named = this.#padded ?? this.names.length;
    const more = isShort ? SHORT : "quote a field that holds the delimiter";
    const usual =
      fields.length > named
        ? more
        : "if it is not a row of the table but, say, a note below it, remove it";
    return new DataError(
      (write) =>
        `${this.#options.file}, line ${line}: has ${fields.length} fields where the header has ${named}; ${written(place ?? usual, write)}.`,
    );
  }

  /**
   * Gives names to the empty fields behind those of the header, if the first rows all have them, as
   * programs leave that write a delimiter behind each field.
   */
  widen(rows: readonly (readonly string[])[]): void {
    const first = rows.slice(0, WIDENED).filter((row) => row.length > 1);
    if (this.#options.header === "none" || !haveTrailing(this.names.length, first)) return;
    this.#padded = this.names.length;
    this.names = first[0]!.map((_, place) => this.names[place] ?? "");
  }

  /** Whether a row has as many fields as the header, and none in those that are empty elsewhere. */
  fits(fields: readonly string[]): boolean {
    if (fields.length !== this.names.length) return false;
    return this.#padded === undefined || fields.slice(this.#padded).every((field) => field === "");
  }

  /** The error for a quotation mark that ends nowhere, or rows that it has swallowed. */
  unquoted(line: number): DataError {
    const what = hasEscapedQuotes(this.#start.kept)
      ? ESCAPED
      : `a quotation mark is not closed, or not doubled within quotes${this.#asText()}`;
    return new DataError(`${this.#options.file}, line ${line}: ${what}.`);
  }

  /**
   * Whether a field holds lines that have as many delimiters as the header has: rows between two
   * quotation marks that belong to texts, since tab-separated files often quote nothing.
   */
  swallows(field: string): boolean {
    if (this.#options.delimiter !== "\t" || this.names.length < 2) return false;
    const inner = field.split("\n").slice(1, -1);
    const tabs = (line: string): number => line.split("\t").length - 1;
    const last = field.slice(field.lastIndexOf("\n"));
    return tabs(last) > 0 && inner.every((line) => tabs(line) === this.names.length - 1);
  }

  #asText(): string {
    if (this.#options.delimiter !== "\t") return "";
    return "; if quotation marks are characters of the texts here, have them doubled, in Python by pandas.read_csv(FILE, sep='\\t', quoting=3).to_csv(CSV, index=False)";
  }

  /** Refuses a header without the columns that are needed. */
  #check(line: number, rows: readonly (readonly string[])[]): void {
    const { file, columns } = this.#options;
    for (const column of columns) {
      const found = this.names.filter((name) => name === column).length;
      const isKnown = this.places.has(column) || this.#columnAround(column) !== undefined;
      if (found < 2 && isKnown) continue;
      const where = `${file}, line ${line}`;
      if (found > 1)
        throw new DataError(`${where}: ${found} columns are named ${column}; rename all but one.`);
      const hint = this.#otherPlace() ?? this.#missing(column, rows);
      throw new DataError(
        (write) => `${where}: there is no column ${column}; ${written(hint, write)}.`,
      );
    }
  }

  #missing(column: string, rows: readonly (readonly string[])[]): Sentence {
    const { header } = this.#options;
    const [only, ...others] = this.names;
    if (others.length === 0 && only?.split(" ").includes(column))
      return (write) =>
        `its fields seem to be separated by blanks, so say ${write("delimiter", " ")}`;
    const there = this.names.join(", ").slice(0, 1000);
    if (header === undefined && seemsData(this.names, rows)) return dataText(this.names);
    return `the columns are ${there}`;
  }

  /** What to say if the header seems to be elsewhere, or separated otherwise. */
  #otherPlace(): Sentence | undefined {
    const { delimiter, skip, header, isWorkbook = false } = this.#options;
    if (skip !== undefined || header !== undefined) return undefined;
    const place = headerPlace(
      this.#start.kept,
      this.#start.isWhole,
      isWorkbook ? delimiter : undefined,
    );
    if (place === undefined) return undefined;
    if (place.skip > 0) return placeText(place, delimiter);
    if (place.delimiter === delimiter) return undefined;
    return (write) =>
      `its fields seem to be separated by ${JSON.stringify(place.delimiter)}, so say ${write("delimiter", place.delimiter)}`;
  }
}

/** What a column of texts without a name is called: an index of a data frame needs no name. */
function numberOf(place: number, rows: readonly (readonly string[])[]): string {
  const holdsTexts = rows.slice(0, WIDENED).some((row) => /\p{L}/u.test(row[place] ?? ""));
  return holdsTexts ? `column ${place + 1}` : "";
}

/** So many rows show that all have more fields than the header. */
const WIDENED = 20;

/** What to do about columns behind those that the header names. */
const SHORT =
  "quote a field that holds the delimiter, or name all columns in the header; where some columns come again for each candidate or the like, write a row for each of these";

/** What to do about quotation marks behind a backslash. */
const ESCAPED =
  "a quotation mark within quotes stands behind a backslash, where CSV doubles it; write the file anew, in Python by pandas.read_csv(FILE, escapechar='\\\\').to_csv(CSV, index=False)";

/** What survey tools write below a question whose answers stand in its own column. */
const RESPONSE = /^(?:open-ended )?response$/i;

/**
 * The names of columns where a first line names groups of them, and empty cells follow each name:
 * with the name of the group, and what stands below it.
 */
function groupedNames(names: readonly string[], below: readonly string[]): readonly string[] {
  let group = "";
  return names.map((name, place) => {
    const part = below[place]?.trim() ?? "";
    const isFollowed = names[place + 1] === "";
    if (name !== "") group = name;
    if (group === "" || part === "" || RESPONSE.test(part)) return name;
    return name === "" || isFollowed ? `${group} - ${part}` : name;
  });
}

/** Where a header below other lines seems to be, and how to say so. */
export function placeText({ skip, delimiter, names }: HeaderPlace, expected: string): Sentence {
  const shown = names.join(", ").slice(0, 100);
  return (write) => {
    const and = delimiter === expected ? "" : ` and ${write("delimiter", delimiter)}`;
    return `the header seems to be line ${skip + 1} (${shown}), so say ${write("skip", skip)}${and}`;
  };
}

/** What a first line of data asks for. */
export function dataText(names: readonly string[]): Sentence {
  const shown = names.join(", ").slice(0, 1000);
  return (write) =>
    `the first line seems to hold data (${shown}), so say ${write("header", "none")}, which calls the columns "column 1" and so on`;
}
