import { closeSync, existsSync, fstatSync, openSync } from "node:fs";
import { refuseForeign } from "./foreign-file.ts";
import { JournalError } from "../errors/errors.ts";
import { type JournalRecord, parseRecord } from "./journal-record.ts";
import type { StoredReplies } from "../store/store.ts";
import { journalLines } from "./journal-lines.ts";

/**
 * Every record of the journal at `path` in the order of writing, one at a time, without taking
 * the lock: for reports, also while a run writes (its last line may then look torn). Where a key
 * occurs twice both records are given; the later one is what the store answers with.
 *
 * @param onDamage Told of every line that holds no record. Without it such lines are an error,
 *   so that a report cannot leave them out unseen.
 * @throws JournalError where the file cannot be read, where not a single line of it is a record, or at
 *   damage that nobody listens to.
 */
export function* readJournal(path: string, onDamage?: (damage: Damage) => void): Generator<JournalRecord> {
  const fd = open(path);
  try {
    refuseForeign(path);
    for (const found of scanJournal(fd, fstatSync(fd).size)) {
      if ("record" in found) yield found.record;
      else if (onDamage !== undefined) onDamage(found);
      else throw damaged(path, found);
    }
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

function damaged(path: string, { line, reason }: Damage): JournalError {
  return new JournalError(
    "unreadable",
    `Line ${line} of the journal ${path} ${reason}: remove the line, or pass onDamage to go on without it.`,
  );
}

/** A line of a journal that holds no record. It costs itself and nothing else. */
export interface Damage {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** A record with its place in the file, in bytes. */
interface PlacedRecord {
  readonly record: JournalRecord;
  readonly place: { readonly offset: number; readonly length: number };
}

/**
 * Every line of an open journal as a record or as damage, in the order of the file; empty lines
 * are passed over. A last line without a newline counts where it is whole, as an editor may leave
 * it, and is damage where it was torn.
 */
export function* scanJournal(fd: number, size: number): Generator<PlacedRecord | Damage> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (const { line, offset, bytes, ended } of journalLines(fd, size)) {
    if (bytes.length === 0) continue;
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      yield { line, reason: "is not UTF-8 text" };
      continue;
    }
    const record = parseRecord(text);
    if (!("reason" in record)) yield { record, place: { offset, length: bytes.length } };
    else yield { line, reason: ended ? record.reason : "is torn: the writer was stopped in it" };
  }
}
