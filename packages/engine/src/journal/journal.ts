import type { ProviderIdentity } from "@promptnce/providers";
import { JournalError } from "../errors/engine-errors.ts";
import { checkNode } from "../files/needed-node.ts";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store } from "../store/store.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { openJournalFile } from "./journal-file.ts";
import {
  journalLine,
  type JournalRecord,
  journalText,
  type Kept,
  keyedLine,
} from "./journal-record.ts";
import { type Damage, parseLine, readLines, textAt } from "./json-lines.ts";
import { recordsOf } from "./read-journal.ts";

/** An open journal: a store with a single writer. */
export interface Journal extends Store, Disposable {
  readonly path: string;
  /** The number of different requests it can answer. */
  readonly size: number;
  /** The lines that held no valid record at opening, each with the reason. */
  readonly damage: readonly Damage[];
  get(key: string): JournalRecord | undefined;
  append(entry: Kept): void;
  entries(): Iterable<JournalRecord>;
  leftOut(asked: ProviderIdentity): readonly string[];
  /** Syncs the file to disk and releases the lock; a second call does nothing. */
  close(): void;
}

/**
 * The journal at `path`, opened and locked; the file and its folders are created where missing.
 *
 * A journal is one file of JSON lines that is only appended to. A record is written before the
 * reply is used, so a run killed at any moment loses at most the calls in flight. Memory holds some
 * 40 bytes a request ({@link fingerprintTable}); replies are read from the file on demand. Where a
 * key occurs twice, the later record answers. A line without a valid record, checksum or key stays
 * where it is and is listed in `damage`; no other line is affected. After a truncated last line the
 * next record starts on a new line.
 *
 * When `append` returns, the operating system has the record, so it outlives the process. The file
 * is synced about once a second, concurrently with the appends, and at `close`: a power cut loses
 * the last second.
 *
 * @throws NodeVersionError where Node is older than 22.13.
 * @throws JournalError where another writer holds the lock, the file system refuses, or the file
 *   has lines but no record: it is then some other file, and stays unchanged.
 */
export function openJournal(path: string): Journal {
  checkNode();
  const file = openJournalFile(path);
  const places = fingerprintTable(2);
  const droppedParameters = knownDroppedParameters();
  const damage: Damage[] = [];
  for (const found of readLines(file.fd, keyedLine)) {
    if (!("value" in found)) damage.push(found);
    else if (found.value.kind === "reply") {
      if (found.value.charge !== true)
        places.set(found.value.key, found.place.offset, found.place.length);
      droppedParameters.note(found.value);
    }
  }
  return {
    path,
    damage,
    get size() {
      return places.size;
    },
    get(key) {
      const offset = places.get(key);
      if (offset === undefined) return undefined;
      const found = parseLine(
        textAt(file.fd, { offset, length: places.get(key, 1) as number }),
        journalLine,
      );
      if ("value" in found && found.value.kind === "reply" && found.value.key === key)
        return found.value;
      throw new JournalError(
        `The journal ${path} was changed while it was open: let only one program write to it, then repeat the run.`,
      );
    },
    has: (key) => places.get(key) !== undefined,
    append(entry) {
      const at = entry.at ?? new Date().toISOString();
      const place = file.append(journalText({ v: 2, kind: "reply", ...entry, at }));
      droppedParameters.note(entry);
      if (entry.charge !== true) places.set(entry.key, place.offset, place.length);
    },
    sending(call, sending) {
      file.append(
        journalText({ v: 2, kind: "sending", ...call, sending, at: new Date().toISOString() }),
      );
    },
    // Damaged lines are already listed in `damage`.
    entries: () => recordsOf(readLines(file.fd, journalLine), () => {}),
    leftOut: (asked) => droppedParameters.names(asked),
    close: () => file.close(),
    [Symbol.dispose]: () => file.close(),
  };
}
