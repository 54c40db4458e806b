import type { ProviderIdentity } from "@promptnce/providers";
import { JournalError } from "../errors/engine-errors.ts";
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

/** An open journal: a store and its one writer. */
export interface Journal extends Store, Disposable {
  readonly path: string;
  /** How many different requests it can answer. */
  readonly size: number;
  /** The lines found at opening that hold no record, each with its reason. */
  readonly damage: readonly Damage[];
  get(key: string): JournalRecord | undefined;
  append(entry: Kept): void;
  entries(): Iterable<JournalRecord>;
  leftOut(asked: ProviderIdentity): readonly string[];
  /** Sees all onto the disk and gives up the lock; a second call does nothing. */
  close(): void;
}

/**
 * Opens the journal at `path`, creating it and its folder where missing, and takes its lock.
 *
 * One file of JSON lines, only ever appended to. A record is written before the reply is used, so a run that is killed
 * at any moment loses at most what was in flight. In memory there are some 40 bytes for each request
 * ({@link fingerprintTable}); replies are read from the file when asked for. Where a key occurs twice the later record
 * answers. A line that holds no record, or one whose checksum or key is wrong, is left where it is and listed in
 * `damage`: it costs itself alone. After a torn last line the next record begins a line of its own.
 *
 * Records are in the hands of the operating system when `append` returns, so that they outlive the process. The disk is
 * told to write them about every second, beside the appends, and at `close`: a power cut costs the last second.
 *
 * @throws JournalError where another writer has it, the file system refuses, or the file has lines and not one of them
 *   is a record: it is then a file of something else, and stays as it is.
 */
export function openJournal(path: string): Journal {
  const file = openJournalFile(path);
  const places = fingerprintTable(2);
  const known = knownDroppedParameters();
  const damage: Damage[] = [];
  for (const found of readLines(file.fd, keyedLine)) {
    if (!("value" in found)) damage.push(found);
    else if (found.value.kind === "reply") {
      if (found.value.charge !== true)
        places.set(found.value.key, found.place.offset, found.place.length);
      known.note(found.value);
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
        `The journal ${path} was changed while it was open: let only one program write to it, then run the same command again.`,
      );
    },
    has: (key) => places.get(key) !== undefined,
    append(entry) {
      const at = entry.at ?? new Date().toISOString();
      const place = file.append(journalText({ v: 2, kind: "reply", ...entry, at }));
      known.note(entry);
      if (entry.charge !== true) places.set(entry.key, place.offset, place.length);
    },
    sending(call, sending) {
      file.append(
        journalText({ v: 2, kind: "sending", ...call, sending, at: new Date().toISOString() }),
      );
    },
    // What is damaged is listed already.
    entries: () => recordsOf(readLines(file.fd, journalLine), () => {}),
    leftOut: (asked) => known.names(asked),
    close: () => file.close(),
    [Symbol.dispose]: () => file.close(),
  };
}
