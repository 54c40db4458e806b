import { inputFormat, type RowFile } from "@promptnce/rows/input";
import { readingOf, type ReadingValues } from "./reading-options.ts";

/** A file of rows, and how the options say that it is read. */
export function rowFile(path: string, given: ReadingValues): RowFile {
  return { ...readingOf(given), path, format: inputFormat(path, given.format) };
}
