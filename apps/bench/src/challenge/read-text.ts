import { readFileSync } from "node:fs";
import { DataError } from "@promptnce/rows/errors";

/** The text of a file that the user named. @throws DataError if it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new DataError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
