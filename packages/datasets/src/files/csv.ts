import { isUtf8 } from "node:buffer";
import type { DataFile } from "./data-file.ts";
import { DatasetError } from "./errors.ts";

/** One record of a CSV file, good until the next is read. */
export interface CsvRow {
  /** How many fields it has. */
  readonly length: number;
  /** The text of the field at that place, from 0; empty where there is none. */
  readonly text: (place: number) => string;
}

const [QUOTE, COMMA, LF, CR] = [0x22, 0x2c, 0x0a, 0x0d];

/**
 * Goes through an unpacked CSV file (RFC 4180), its header the first row, and returns what is wrong with rows, each
 * with the line, from 1, on which it begins: quoted fields may hold line ends. Rows are found in the bytes and only what
 * is asked for becomes text, since of GoEmotions' 7.8 million fields few are kept.
 *
 * @throws DatasetError where the file is not UTF-8, or naming the line on which quotation marks are not as they must be.
 */
export function readCsv({ file, bytes }: DataFile, problemOf: (row: CsvRow) => string | undefined): string[] {
  if (!isUtf8(bytes)) throw new DatasetError(`${file} is not UTF-8 text, which this format always is.`);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const problems: string[] = [];
  /** Where the fields of the row begin, and where one behind the last would. */
  const starts = [buffer.indexOf("\uFEFF") === 0 ? 3 : 0];
  const row = { length: 0, text };
  let [line, next] = [1, 1];
  for (let at = starts[0] ?? 0; at < bytes.length; line = next) {
    at = passRow(at);
    const problem = problemOf(row);
    if (problem !== undefined) problems.push(`${file} line ${line}: ${problem}.`);
  }
  return problems;

  /** Finds the fields of the row that begins there; where the next row does. */
  function passRow(from: number): number {
    let [at, place, byte]: [number, number, number | undefined] = [from, 0, COMMA];
    while (byte === COMMA) {
      starts[place++] = at;
      if (bytes[at] === QUOTE) at = passQuoted(at);
      byte = bytes[at];
      while (byte !== COMMA && byte !== LF && byte !== undefined) byte = bytes[++at];
      at++;
    }
    if (byte === LF) next++;
    row.length = place;
    starts[place] = bytes[at - 2] === CR ? at - 1 : at;
    return at;
  }

  /** Where quoted text ends, in which two quotation marks are one. */
  function passQuoted(from: number): number {
    for (let at = from + 1; at < bytes.length; at++) {
      if (bytes[at] === LF) next++;
      if (bytes[at] !== QUOTE) continue;
      const after = bytes[at + 1] === CR && bytes[at + 2] === LF ? LF : bytes[at + 1];
      if (after === undefined || after === COMMA || after === LF) return at + 1;
      if (after !== QUOTE) break;
      at++;
    }
    throw new DatasetError(`${file} line ${line}: a quotation mark is not closed, or not doubled within quotes.`);
  }

  function text(place: number): string {
    if (place >= row.length) return "";
    const start = starts[place] ?? 0;
    const end = (starts[place + 1] ?? 0) - 1;
    if (end === start + 1) return String.fromCharCode(bytes[start] ?? 0);
    if (bytes[start] !== QUOTE) return buffer.toString("utf8", start, end);
    return buffer.toString("utf8", start + 1, end - 1).replaceAll('""', '"');
  }
}
