import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";

/** The byte that begins an escape sequence, as in ISO-2022-JP. */
const ESCAPE = 0x1b;

/**
 * The encoding of a small file that is given beside rows: theirs, unless it is a file of UTF-8, as
 * people write lists in an editor beside rows that a spreadsheet exported.
 */
export function encodingBeside(path: string, encoding: string | undefined): string | undefined {
  if (encoding === undefined || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    return encoding;
  }
  const bytes = readFileSync(path);
  return isUtf8(bytes) && !bytes.includes(0) && !bytes.includes(ESCAPE) ? undefined : encoding;
}
