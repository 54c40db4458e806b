import Papa from "papaparse";
import { DataError } from "../errors.ts";
import { evenRowEnds, hasLoneReturn, wholeLineEnds } from "../formats/line-ends.ts";
import { type CsvOptions, TableHeader } from "./table-header.ts";
import { TextStart, withoutLines } from "./text-start.ts";
import { AT_ONCE, type FileRecord, type Records } from "../formats/records.ts";

/**
 * Yields the records of delimited text (RFC 4180), some at a time. Outside quotes LF, CR and CRLF
 * each end a row, in any mixture. Empty lines are skipped; a quoted field may contain line breaks.
 *
 * @throws DataError, with file and line, for a quotation mark that is not closed, a record with
 *   more or fewer fields than the header, a required column that is missing or named twice, JSON
 *   lines, or an empty file.
 */
export async function* readCsv(text: AsyncIterable<string>, options: CsvOptions): Records {
  const { file, skip = 0, isWorkbook = false } = options;
  const start = new TextStart(text);
  const header = new TableHeader(options, start);
  let line = 1 + skip;
  let hasRows = false;
  for await (const { data, errors } of parsed(withoutLines(start.pieces(), skip), options)) {
    let records: FileRecord[] = [];
    const broken = errors.find(({ type }) => type === "Quotes")?.row;
    for (const [i, fields] of data.entries()) {
      if (i === broken) throw header.unquoted(line);
      const at = line;
      line++;
      for (const field of fields) {
        if (isWorkbook || !field.includes("\n")) continue;
        if (header.swallows(field)) throw header.unquoted(at);
        line += field.split("\n").length - 1;
      }
      if (fields.length === 1 && fields[0] === "") continue;
      if (!header.isComplete && header.takes(fields, at, data.slice(i + 1))) continue;
      if (!hasRows) header.widen(data.slice(i));
      hasRows = true;
      const { names, places } = header;
      if (!header.fits(fields)) throw header.ragged(fields, at);
      records.push({
        line: at,
        value: (column) => fields[places.get(column) ?? -1] ?? header.inCell(fields, column),
        // By place, since columns that are not checked may share a name.
        cell: (column, place) =>
          fields[place] ??
          fields[places.get(column) ?? -1] ??
          header.inCell(fields, column) ??
          null,
        columns: names,
      });
      if (records.length === AT_ONCE) {
        yield records;
        records = [];
      }
    }
    if (records.length > 0) yield records;
  }
  if (header.names.length === 0)
    throw new DataError(`${file} is empty: give it a header line and rows.`);
}

/**
 * Yields rows of fields, with errors by their row in the same piece.
 *
 * Papa's low-level parser is called directly, so that no more is read than is wanted and no stream
 * has to be paused. The parser leaves an incomplete last row and reads it from its start on the
 * next call. A row that spans many pieces is therefore parsed again only when it has doubled in
 * length, which keeps the total work linear in the text, however long a field is.
 */
async function* parsed(
  text: AsyncIterable<string>,
  options: CsvOptions,
): AsyncGenerator<Papa.ParseResult<string[]>> {
  const { delimiter } = options;
  let parser: Papa.Parser | undefined;
  let [rest, fresh] = ["", ""];
  for await (const piece of wholeLineEnds(text)) {
    fresh += piece;
    // Do not search a long first line again for each of its pieces.
    if (parser === undefined && !(endsRow(piece) && endsRow(fresh.trimStart()))) continue;
    if (fresh.length < rest.length) continue;
    parser ??= parserOf(fresh, options);
    const read = rowsOf(parser, rest + fresh, { isLast: false, delimiter });
    fresh = "";
    rest = read.rest;
    yield read.rows;
  }
  parser ??= parserOf(fresh, options);
  yield rowsOf(parser, rest + fresh, { isLast: true, delimiter }).rows;
}

function endsRow(text: string): boolean {
  return text.includes("\n") || text.includes("\r");
}

/** The rows that a text holds from the start of one, without their ends, and what is left of it. */
function rowsOf(
  parser: Papa.Parser,
  text: string,
  { isLast, delimiter }: { readonly isLast: boolean; readonly delimiter: string },
) {
  const isMixed = hasLoneReturn(text);
  const even = isMixed ? evenRowEnds(text, delimiter) : text;
  const rows: Papa.ParseResult<string[]> = parser.parse(even, 0, !isLast);
  if (!isMixed && text.includes("\r")) dropReturns(rows.data);
  return { rows, rest: even.slice(rows.meta.cursor) };
}

/** Drops the CR of each CRLF that ended a row. */
function dropReturns(rows: readonly string[][]): void {
  for (const fields of rows) {
    const last = fields.length - 1;
    if (fields[last]?.endsWith("\r") === true) fields[last] = fields[last].slice(0, -1);
  }
}

/** How JSON begins, what it is called, and its format. */
const JSONS = [
  [/^\s*\{\s*"/, "JSON lines", "jsonl"],
  [/^\s*\[\s*\{\s*"/, "JSON", "json"],
] as const;

/** The parser for a text with this start, whose rows end in `\n`. */
function parserOf(start: string, { file, delimiter }: CsvOptions): Papa.Parser {
  // The errors that the parser would report for JSON would help nobody.
  const json = JSONS.find(([pattern]) => pattern.test(start));
  if (json !== undefined) {
    const [, is, format] = json;
    throw new DataError(
      (write) =>
        `${file}, line 1: is ${is}, not delimited text; say so with ${write("format", format)}, or name the file .${format}.`,
    );
  }
  return new Papa.Parser({ delimiter, newline: "\n" });
}
