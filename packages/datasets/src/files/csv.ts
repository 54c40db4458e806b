import Papa from "papaparse";
import { utf8, type DataFile } from "./data-file.ts";
import { refuse } from "./errors.ts";

/** A CSV file (RFC 4180) as it lies there, the header apart. */
export interface Csv {
  readonly file: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is wrong with rows, each with the line, from 1, on which it begins: quoted fields may hold line ends. */
  readonly problems: (problemOf: (row: readonly string[]) => string | undefined) => string[];
}

/** Reads an unpacked CSV file. Throws {@link DatasetError} naming each line with bad quoting. */
export function readCsv(file: DataFile): Csv {
  const { data, errors } = Papa.parse<string[]>(utf8(file), { delimiter: "," });
  const lineOf = lineNumbers(data);
  const sentence = (record: number, problem: string): string => `${file.file} line ${lineOf(record)}: ${problem}.`;
  refuse(errors.map(({ row = 0, message }) => sentence(row, message)));
  // The line end after the last record makes an empty one.
  if (data.at(-1)?.join("") === "") data.pop();
  const [header = [], ...rows] = data;
  const problems: Csv["problems"] = (problemOf) =>
    rows.flatMap((row, i) => {
      const problem = problemOf(row);
      return problem === undefined ? [] : [sentence(i + 1, problem)];
    });
  return { file: file.file, header, rows, problems };
}

/** The line on which each record begins, counted only once somebody asks. */
function lineNumbers(records: readonly (readonly string[])[]): (record: number) => number {
  let starts: number[] | undefined;
  return (record) => {
    if (starts === undefined) {
      starts = [];
      let line = 1;
      for (const fields of records) {
        starts.push(line);
        line += fields.join(",").split("\n").length;
      }
    }
    return starts[record] ?? records.length;
  };
}
