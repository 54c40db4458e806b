import Papa from "papaparse";
import { type DataFile, utf8 } from "./data-file.ts";
import { DatasetError } from "./errors.ts";

/**
 * The problems of the rows of an unpacked CSV file (RFC 4180), the header included, each with the
 * line, from 1, on which its row begins; quoted fields may contain line breaks.
 * @throws DatasetError if the file is not UTF-8 or a quotation mark is misplaced, naming the line
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
          `${file} line ${line}: a quotation mark is not closed, or not doubled within quotes; close or double it.`,
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
