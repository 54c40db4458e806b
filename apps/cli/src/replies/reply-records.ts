import { statSync } from "node:fs";
import { type Journal, type JournalRecord, openJournal, readJournal } from "@promptnce/providers";
import { DataError } from "@promptnce/rows";

/**
 * The records of a journal that are to be kept, in the order of writing, one at a time. A line that
 * holds none is told on standard error and passed over. The first is read at once, so that what is no
 * journal is found out before anything is made of it.
 *
 * @throws DataError where there is no such file, JournalError where it is none.
 */
export function readReplies(path: string, keep: (record: JournalRecord) => boolean = () => true) {
  checkThere(path);
  const records = readJournal(path, ({ line, reason }) => {
    process.stderr.write(`${path}, line ${line} ${reason}; it is passed over.\n`);
  });
  const first = records.next();
  return (function* () {
    if (first.done !== true && keep(first.value)) yield first.value;
    for (const record of records) if (keep(record)) yield record;
  })();
}

/** @throws DataError where there is no such file, as a journal that is opened would be made, or it is a folder. */
export function checkThere(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) return;
  const wrong = found === undefined ? "is not there" : "is a folder";
  throw new DataError(`${path} ${wrong}: give the journal of a run, as --store names it.`);
}

/** A journal, made where it is missing, that takes records of another with the time at which they were written. */
export function openCopy(path: string): Pick<Journal, "get"> & Disposable & { add(record: JournalRecord): void } {
  let at = "";
  const journal = openJournal(path, { now: () => new Date(at) });
  return {
    get: (key) => journal.get(key),
    add(record) {
      const { v: _, kind: __, at: written, ...entry } = record;
      at = written;
      journal.append(entry);
    },
    [Symbol.dispose]: () => journal[Symbol.dispose](),
  };
}
