import { existsSync } from "node:fs";
import { type JournalRecord, readJournal } from "@promptnce/providers";
import { DataError } from "../data-error.ts";

/**
 * The records of a journal that are to be kept, in the order of writing, one at a time. A line that holds none is told on
 * standard error and passed over.
 *
 * @throws DataError where there is no such file.
 */
export function* readReplies(
  path: string,
  keep: (record: JournalRecord) => boolean = () => true,
): Generator<JournalRecord> {
  checkThere(path);
  const records = readJournal(path, ({ line, reason }) => {
    process.stderr.write(`${path}, line ${line} ${reason}; it is passed over.\n`);
  });
  for (const record of records) if (keep(record)) yield record;
}

/** @throws DataError where there is no such file: a journal that is opened would be made. */
export function checkThere(path: string): void {
  if (existsSync(path)) return;
  throw new DataError(`${path} is not there: give the journal of a run, as --store names it.`);
}
