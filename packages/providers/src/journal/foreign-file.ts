import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { JournalError } from "../errors/errors.ts";
import { journalLines } from "./journal-lines.ts";
import { parseRecord } from "./journal-record.ts";

/** How every record begins, also one that was torn. */
const BEGINNING = Buffer.from('{"v":1,');

/**
 * Makes sure that a file is no file of something else, which a journal must neither be added to nor
 * read as a long list of damage. It is one where it has lines and not one of them is a record, or the
 * beginning of a record that was torn. Reads to the first that is; an empty file has none to be wrong.
 *
 * @throws JournalError where it is something else. What the file system refuses is not told here.
 */
export function refuseForeign(path: string): void {
  const why = foreign(path);
  if (why === undefined) return;
  throw new JournalError(
    "foreign",
    `${path} is no journal of replies, as none of its lines is a record (the first ${why}): give the journal of a run, or as --store a file that is not there yet; this one stays as it is.`,
  );
}

/** What is wrong with its first line. */
function foreign(path: string): string | undefined {
  const fd = openRegular(path);
  if (fd === undefined) return undefined;
  try {
    let why: string | undefined;
    for (const { bytes } of journalLines(fd, fstatSync(fd).size)) {
      if (bytes.length === 0) continue;
      const record = parseRecord(bytes.toString("utf8"));
      if (!("reason" in record) || isTorn(bytes)) return undefined;
      why ??= record.reason;
    }
    return why;
  } finally {
    closeSync(fd);
  }
}

function openRegular(path: string): number | undefined {
  try {
    // Not a pipe: opening one waits for its other end.
    return statSync(path).isFile() ? openSync(path, "r") : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a line that is no record was to become one. */
function isTorn(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, BEGINNING.length);
  if (!bytes.subarray(0, length).equals(BEGINNING.subarray(0, length))) return false;
  try {
    JSON.parse(bytes.toString("utf8"));
    return false;
  } catch {
    return true;
  }
}
