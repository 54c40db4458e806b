import { statSync } from "node:fs";
import { checkTextFile } from "@promptnce/rows/input";

/** The allowed values of `[attempts]`. */
export const ATTEMPTS = "a ProgSnap2 folder, or a .csv, .tsv, .jsonl or .ndjson file (.gz or not)";

/** @throws DataError that says what to give where there are no attempts at a path */
export function checkAttempts(path: string): void {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) checkTextFile(path, ATTEMPTS);
}
