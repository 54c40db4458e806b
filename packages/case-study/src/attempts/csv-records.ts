import Papa from "papaparse";
import { ClassDataError } from "./errors.ts";
import type { TextFile } from "./read-text.ts";

/** One record of a CSV file, its fields by column. */
export interface CsvRecord {
  /** The file and the line on which it begins, from 1: quoted fields may hold line ends. */
  readonly place: string;
  readonly fields: ReadonlyMap<string, string>;
}

const delimiters = [",", ";", "\t"] as const;

/**
 * The records of a CSV file whose first line names its columns. It is separated by commas,
 * semicolons or tabs, by whichever of them all required columns are found. Empty lines are passed
 * over.
 * @throws ClassDataError naming file and line: a required column that is missing, a column that is
 * there twice, a quotation that does not end, a record of more or fewer fields than columns
 */
export function csvRecords({ file, text }: TextFile, required: readonly string[]): CsvRecord[] {
  const headers = delimiters.map((delimiter) => {
    const [header = []] = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data;
    return { delimiter, columns: header.map((column) => column.trim()) };
  });
  const fitting = headers.find(({ columns }) =>
    required.every((column) => columns.includes(column)),
  );
  const { delimiter, columns } = fitting ?? headers[0]!;
  checkColumns(file, columns, required);
  const records: CsvRecord[] = [];
  let begin = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }) => {
      const place = `${file}, line ${line}`;
      if (errors[0]) throw new ClassDataError(`${place}: ${errors[0].message.toLowerCase()}.`);
      if (line > 1 && data.join("") !== "") {
        if (data.length !== columns.length) {
          const counts = `${data.length} fields, but the first line names ${columns.length} columns`;
          throw new ClassDataError(`${place} has ${counts}.`);
        }
        records.push({
          place,
          fields: new Map(columns.map((column, i) => [column, data[i] ?? ""])),
        });
      }
      line += text.slice(begin, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0;
      begin = meta.cursor;
    },
  });
  return records;
}

/**
 * The field of a record, without outer blanks.
 * @throws ClassDataError naming file and line where it is blank
 */
export function filledField({ place, fields }: CsvRecord, column: string): string {
  const value = fields.get(column)?.trim() ?? "";
  if (value === "") throw new ClassDataError(`${place}: the ${column} is blank.`);
  return value;
}

function checkColumns(file: string, columns: readonly string[], required: readonly string[]): void {
  const missing = required.find((column) => !columns.includes(column));
  if (missing !== undefined) {
    const names = columns.map((column) => JSON.stringify(column)).join(", ");
    const found = names === "" ? "the file is empty" : `the columns are ${names}`;
    throw new ClassDataError(`${file}, line 1: there is no column "${missing}"; ${found}.`);
  }
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice !== undefined)
    throw new ClassDataError(`${file}, line 1: the column "${twice}" is there twice.`);
}
