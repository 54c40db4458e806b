import { JournalError, PlaceError } from "../errors/errors.ts";
import { startOfFile } from "../files/start-of-file.ts";
import { journalLine } from "./journal-record.ts";
import { linesOf, parseLine } from "./json-lines.ts";

/** How every record begins, also one that was torn. */
const BEGINNING = '{"v":2,';

/**
 * Makes sure that an open file is no file of something else, which must neither be added to nor read as a long list of
 * damage. @throws JournalError where it has lines, and not one is a record or the beginning of one that was torn.
 */
export function refuseForeign(fd: number, path: string): void {
  let why: string | undefined;
  for (const { bytes } of linesOf(fd)) {
    const text = bytes.toString("utf8");
    const found = parseLine(text, journalLine);
    // Also one that was to become a record, or was one before it was damaged.
    if ("value" in found || text.startsWith(BEGINNING) || BEGINNING.startsWith(text)) return;
    why ??= found.reason;
  }
  if (why === undefined) return;
  throw new JournalError(
    `${path} is no journal of replies, as none of its lines is a record (the first ${why}): give the journal of a run, or as --store a file that is not there yet; this one stays as it is.`,
  );
}

/** Whether a file begins as a journal does. */
export function isJournal(path: string): boolean {
  const first = `${BEGINNING}"kind":"`;
  return startOfFile(path, first.length) === first;
}

/** Refuses to have a journal written over, whose replies were paid for. @throws PlaceError where the file is one. */
export function spareJournal(path: string): void {
  if (!isJournal(path)) return;
  throw new PlaceError(
    `${path} holds replies that were paid for, and is not written over: move it away, or name another file with --out.`,
  );
}
