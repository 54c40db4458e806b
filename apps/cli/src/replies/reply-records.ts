import { statSync } from "node:fs";
import { type JournalRecord, readJournal } from "@promptnce/engine/journal";
import { isDatabase } from "@promptnce/engine/address";
import { repliesAt } from "#command";
import { say } from "#command/start";
import { DataError } from "@promptnce/rows/errors";
import { replySelection, type SelectionOptions } from "./reply-selection.ts";

/**
 * The selected records of a store, in the order of writing. Reports a journal's damaged lines on
 * standard error. Reads the first record at once, so that an invalid store is detected before any
 * output.
 */
export async function readReplies(place: string, options: SelectionOptions = {}) {
  const { has } = replySelection(options);
  const records = recordsAt(place);
  const first = await records.next();
  return (async function* () {
    if (first.done !== true && has(first.value)) yield first.value;
    for await (const record of records) {
      if (has(record)) yield record;
    }
  })();
}

async function* recordsAt(place: string): AsyncGenerator<JournalRecord> {
  if (isDatabase(place)) return yield* repliesAt(place).entries() as AsyncIterable<JournalRecord>;
  checkThere(place);
  yield* readJournal(place, ({ line, reason }) => {
    say(`${place}, line ${line} ${reason}; it is skipped.`);
  });
}

/**
 * @throws DataError if the file does not exist (opening a journal would create it) or is a folder.
 */
export function checkThere(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) return;
  const wrong = found === undefined ? "is not there" : "is a folder";
  throw new DataError(`${path} ${wrong}: give the journal of a run, which is its --store.`);
}
