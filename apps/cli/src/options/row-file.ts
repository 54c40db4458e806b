import { checkFile, inputFormat, type RowFile } from "@promptnce/rows/input";
import { readingOf, type ReadingValues } from "./reading-options.ts";

/** The files that commands read rows from, for errors. */
const ROWS = "a file of rows, or - for standard input";

/**
 * A file of rows, and how the options say that it is read.
 *
 * @throws DataError that says what to give instead of an address, a folder or a wrong name
 */
export function rowFile(path: string, given: ReadingValues): RowFile {
  checkFile(path, ROWS);
  return { ...readingOf(given), path, format: inputFormat(path, given.format) };
}
