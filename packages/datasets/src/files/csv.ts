import Papa from "papaparse";
import { type DataFile, utf8 } from "./data-file.ts";
import { DatasetError } from "./errors.ts";

/**
 * Goes through the rows of an unpacked CSV file (RFC 4180), its header the first, and returns what is wrong with them,
 * each with the line, from 1, on which it begins: quoted fields may hold line ends.
 * @throws DatasetError where the file is not UTF-8, or naming the line on which quotation marks are not as they must be
 */
export function readCsv(
  part: DataFile,
  problemOf: (fields: readonly string[]) => string | undefined,
): string[] {
  const { file } = part;
  const text = utf8(part);
  const problems: string[] = [];
  let [line, begin] = [1, 0];
  Papa.parse<string[]>(text, {
    delimiter: ",",
    step({ data, errors, meta: { cursor } }) {
      if (begin === text.length) return; // Behind the last line's end there is no row.
      if (errors.length > 0) {
        throw new DatasetError(
          `${file} line ${line}: a quotation mark is not closed, or not doubled within quotes.`,
        );
      }
      const problem = problemOf(data);
      if (problem !== undefined) problems.push(`${file} line ${line}: ${problem}.`);
      for (
        let at = text.indexOf("\n", begin);
        at >= 0 && at < cursor;
        at = text.indexOf("\n", at + 1)
      )
        line++;
      begin = cursor;
    },
  });
  return problems;
}
