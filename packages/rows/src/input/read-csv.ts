import { DataError } from "../errors.ts";
import { csvPieces } from "./csv-pieces.ts";
import type { FileRecord, Records } from "./records.ts";

/** What of a file is known besides its text. */
export interface CsvOptions {
  /** The file's name in errors. */
  readonly file: string;
  readonly delimiter: string;
  /** Columns that must be there; what else there is, is not looked at. */
  readonly columns: readonly string[];
}

/** Records handed on together: few, so that what is made of them is gone before more is made. */
const AT_ONCE = 64;

/**
 * The records of delimited text (RFC 4180) under a header line, a piece of text at a time. Empty
 * lines are passed over; a quoted field may hold line ends.
 *
 * @throws DataError naming the line: no header, a column missing or named twice, a line with more or
 *   fewer fields than the header, a quotation mark that does not end, JSON lines.
 */
export async function* readCsv(text: AsyncIterable<string>, options: CsvOptions): Records {
  const { file } = options;
  let header: Header | undefined;
  let line = 1;
  for await (const { data, errors } of csvPieces(notJsonLines(text, file), options.delimiter)) {
    let records: FileRecord[] = [];
    const broken = errors.find(({ type }) => type === "Quotes")?.row;
    for (const [i, fields] of data.entries()) {
      if (i === broken)
        throw new DataError(`${file}, line ${line}: a quotation mark is not closed, or not doubled within quotes.`);
      const at = line;
      line += 1 + lineEnds(fields);
      if (fields.length === 1 && fields[0] === "") continue;
      if (header === undefined) {
        header = headerOf(fields, options, at);
        continue;
      }
      if (fields.length !== header.width) {
        throw new DataError(
          `${file}, line ${at}: has ${fields.length} fields where the header has ${header.width}; quote a field that holds the delimiter.`,
        );
      }
      const { places, names } = header;
      const value = (column: string): string | undefined => fields[places.get(column) ?? -1];
      records.push({ line: at, value, columns: names });
      if (records.length === AT_ONCE) {
        yield records;
        records = [];
      }
    }
    if (records.length > 0) yield records;
  }
  if (header === undefined) throw new DataError(`${file} is empty: give it a header line and rows.`);
}

interface Header {
  readonly width: number;
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

function headerOf(names: readonly string[], options: CsvOptions, line: number): Header {
  const { file, delimiter, columns } = options;
  for (const column of columns) {
    const found = names.filter((name) => name === column).length;
    if (found === 1) continue;
    const where = `${file}, line ${line}`;
    if (found > 1) throw new DataError(`${where}: ${found} columns are named ${column}; rename all but one.`);
    const other = [";", "\t", ",", "|"].find((one) => one !== delimiter && names[0]?.includes(one));
    const padded = names.find((name) => name.trim() === column);
    const hint =
      names.length === 1 && other !== undefined
        ? `its fields seem to be separated by ${JSON.stringify(other)}, so say --delimiter ${JSON.stringify(other)}`
        : padded !== undefined
          ? `the header has ${JSON.stringify(padded)}, with blanks around it, so take them out of the file or name the column with them`
          : `there are ${names.join(", ")}`;
    throw new DataError(`${where}: there is no column ${column}; ${hint}.`);
  }
  return { width: names.length, names, places: new Map(names.map((name, i) => [name, i])) };
}

function lineEnds(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields) {
    for (let at = field.indexOf("\n"); at >= 0; at = field.indexOf("\n", at + 1)) count++;
  }
  return count;
}

/**
 * The text, unless it begins with a JSON object as JSON lines do: what a reader of CSV says of those
 * helps nobody.
 *
 * @throws DataError where it does.
 */
async function* notJsonLines(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let begun = false;
  for await (const piece of text) {
    if (!begun && piece.trim() !== "") {
      begun = true;
      if (isObject(piece.trimStart().split("\n", 1)[0] ?? "")) {
        throw new DataError(
          `${file}, line 1: is JSON lines, not delimited text; say so with --format jsonl, or name the file .jsonl.`,
        );
      }
    }
    yield piece;
  }
}

function isObject(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
