import { type Sentence, written } from "@promptnce/core/errors";
import Papa from "papaparse";
import { DataError } from "../errors.ts";
import { AT_ONCE, type FileRecord, type Records } from "./records.ts";

interface CsvOptions {
  readonly file: string;
  readonly delimiter: string;
  /** Columns that must be there; what else there is, is not looked at. */
  readonly columns: readonly string[];
}

/**
 * The records of delimited text (RFC 4180) under a header line, a piece of text at a time. Empty lines are passed over;
 * a quoted field may hold line ends. A DataError names the line of what is wrong.
 */
export async function* readCsv(text: AsyncIterable<string>, options: CsvOptions): Records {
  const { file } = options;
  let header: readonly string[] | undefined;
  let places: ReadonlyMap<string, number> = new Map();
  let line = 1;
  for await (const { data, errors } of parsed(text, options)) {
    let records: FileRecord[] = [];
    const broken = errors.find(({ type }) => type === "Quotes")?.row;
    for (const [i, fields] of data.entries()) {
      if (i === broken)
        throw new DataError(
          `${file}, line ${line}: a quotation mark is not closed, or not doubled within quotes.`,
        );
      const at = line;
      line++;
      for (const field of fields) {
        if (field.includes("\n")) line += field.split("\n").length - 1;
      }
      if (fields.length === 1 && fields[0] === "") continue;
      if (header === undefined) {
        checkHeader(fields, options, at);
        header = fields;
        places = new Map(fields.map((name, place) => [name, place]));
        continue;
      }
      if (fields.length !== header.length) {
        throw new DataError(
          `${file}, line ${at}: has ${fields.length} fields where the header has ${header.length}; quote a field that holds the delimiter.`,
        );
      }
      records.push({
        line: at,
        value: (column) => fields[places.get(column) ?? -1],
        // By its place, since what is not looked at may be named twice.
        cell: (_, place) => fields[place] ?? null,
        columns: header,
      });
      if (records.length === AT_ONCE) {
        yield records;
        records = [];
      }
    }
    if (records.length > 0) yield records;
  }
  if (header === undefined)
    throw new DataError(`${file} is empty: give it a header line and rows.`);
}

/**
 * Rows of fields, and what is wrong with them by the row of their piece. The parser below Papa's streams is called, so
 * that no more is read than is wanted and nothing has to be paused; what it leaves of a piece is a row without its end.
 * It begins that row anew each time, so one of many pieces is given to it only when it has grown to twice its length:
 * all that it reads is then a few times the text, however long a field is.
 */
async function* parsed(
  text: AsyncIterable<string>,
  options: CsvOptions,
): AsyncGenerator<Papa.ParseResult<string[]>> {
  let parser: Papa.Parser | undefined;
  let [rest, fresh] = ["", ""];
  for await (const piece of text) {
    fresh += piece;
    // What came before is not looked through again for each piece of a long first line.
    if (parser === undefined && !(piece.includes("\n") && fresh.trimStart().includes("\n")))
      continue;
    if (fresh.length < rest.length) continue;
    parser ??= parserOf(fresh, options);
    rest += fresh;
    fresh = "";
    const rows: Papa.ParseResult<string[]> = parser.parse(rest, 0, true);
    rest = rest.slice(rows.meta.cursor);
    yield rows;
  }
  parser ??= parserOf(fresh, options);
  yield parser.parse(rest + fresh, 0, false);
}

/** The parser of a text that begins so, whose lines end as the first outside quotes. */
function parserOf(start: string, { file, delimiter }: CsvOptions): Papa.Parser {
  // What a reader of CSV says of JSON lines helps nobody.
  if (/^\s*\{\s*"/.test(start)) {
    throw new DataError(
      (write) =>
        `${file}, line 1: is JSON lines, not delimited text; say so with ${write("format", "jsonl")}, or name the file .jsonl.`,
    );
  }
  const [newline = "\n"] = /\r\n?|\n/.exec(start.replaceAll(/"[^"]*"/g, "")) ?? [];
  return new Papa.Parser({ delimiter, newline: newline as "\n" | "\r" | "\r\n" });
}

function checkHeader(
  names: readonly string[],
  { file, delimiter, columns }: CsvOptions,
  line: number,
): void {
  for (const column of columns) {
    const found = names.filter((name) => name === column).length;
    if (found === 1) continue;
    const where = `${file}, line ${line}`;
    if (found > 1)
      throw new DataError(`${where}: ${found} columns are named ${column}; rename all but one.`);
    const hint = missingColumnHint(names, column, delimiter);
    throw new DataError(
      (write) => `${where}: there is no column ${column}; ${written(hint, write)}.`,
    );
  }
}

function missingColumnHint(
  names: readonly string[],
  column: string,
  delimiter: CsvOptions["delimiter"],
): Sentence {
  const other = [";", "\t", ",", "|"].find((one) => one !== delimiter && names[0]?.includes(one));
  if (names.length === 1 && other !== undefined)
    return (write) =>
      `its fields seem to be separated by ${JSON.stringify(other)}, so say ${write("delimiter", other)}`;
  const padded = names.find((name) => name.trim() === column);
  if (padded !== undefined)
    return `the header has ${JSON.stringify(padded)}, with blanks around it, so take them out of the file or name the column with them`;
  return `there are ${names.join(", ").slice(0, 1000)}`;
}
