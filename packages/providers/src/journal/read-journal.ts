import { closeSync, existsSync, openSync } from "node:fs";
import { JournalError } from "../errors/errors.ts";
import type { StoredReplies } from "../store/store.ts";
import { journalLine, type JournalRecord } from "./journal-record.ts";
import { type Damage, readLines } from "./json-lines.ts";
import { recordsOf } from "./records-of.ts";
import { refuseForeign } from "./recognise-journal.ts";

/**
 * Every record of the journal at `path` in the order of writing, one at a time, without taking
 * the lock: for reports, also while a run writes (its last line may then look torn). Where a key
 * occurs twice both records are given; the later one is what the store answers with. Calls that were under way when a run
 * was killed come last, each as a `charge`.
 *
 * @param onDamage Told of every line that holds no record. Without it such lines are an error,
 *   so that a report cannot leave them out unseen.
 * @throws JournalError where the file cannot be read, where not a single line of it is a record, or at
 *   damage that nobody listens to.
 */
export function* readJournal(path: string, onDamage?: (damage: Damage) => void): Generator<JournalRecord> {
  const fd = open(path);
  try {
    refuseForeign(fd, path);
    yield* recordsOf(readLines(fd, journalLine), (damage) => {
      if (onDamage !== undefined) return onDamage(damage);
      throw new JournalError(
        "unreadable",
        `Line ${damage.line} of the journal ${path} ${damage.reason}: remove the line, or pass onDamage to go on without it.`,
      );
    });
  } finally {
    closeSync(fd);
  }
}

/**
 * The replies of the journal at `path` for whoever only looks, without its lock: also while a run writes.
 * There are none where there is no such file; lines that hold no record are passed over.
 *
 * @throws JournalError, once it is read, where the file cannot be read or is no journal.
 */
export function repliesAt(path: string): StoredReplies {
  return { entries: () => (existsSync(path) ? readJournal(path, () => {}) : []) };
}

function open(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new JournalError(
      "unreadable",
      `The journal ${path} cannot be read (${(error as NodeJS.ErrnoException).code}): check the path given as --store.`,
    );
  }
}
