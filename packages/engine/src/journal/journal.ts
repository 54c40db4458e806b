import type { ProviderIdentity } from "@promptnce/providers";
import { JournalError } from "../errors/engine-errors.ts";
import { checkNode } from "../files/needed-node.ts";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store } from "../store/store.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { openJournalFile } from "./journal-file.ts";
import {
  journalLine,
  type JournalLine,
  type JournalRecord,
  journalText,
  type EntryToKeep,
  keyedLine,
} from "./journal-record.ts";
import { type Damage, parseLine, type Place, readLines, textAt } from "./json-lines.ts";
import { heldLines } from "./held-lines.ts";
import { recordsOf, validLines } from "./read-journal.ts";
import { unreadLines } from "./unread-lines.ts";

/** An open journal: a store with a single writer. */
export interface Journal extends Store, Disposable {
  readonly path: string;
  /** The number of different requests it can answer. */
  readonly size: number;
  /** The lines that held no valid record at opening, each with the reason. */
  readonly damage: readonly Damage[];
  /** The lines of a newer version of this program, at opening: only that version uses them. */
  readonly newer: readonly Damage[];
  get(key: string): JournalRecord | undefined;
  append(entry: EntryToKeep): void;
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
 * 40 bytes a request ({@link fingerprintTable}). The replies of a small journal are held as well;
 * those of a larger one are read from the file on demand ({@link heldLines}). Where a key occurs
 * twice, the later record answers. A line without a valid record, checksum or key stays where it is
 * and is listed in `damage`, and one of a newer version in `newer`; no other line is affected. More
 * than five of either are refused, since a run would pay again for what they hold. After a truncated
 * last line, which is not counted, the next record starts on a new line.
 *
 * When `append` returns, the operating system has the record, so it outlives the process. The file
 * is synced about once a second, concurrently with the appends, and at `close`: a power cut loses
 * the last second.
 *
 * @throws NodeVersionError where Node is older than 22.13.
 * @throws JournalError where another writer holds the lock, the file system refuses, too many
 *   lines cannot be read, or the file has lines but no record: it is then some other file, and
 *   stays unchanged.
 * @example
 * import { cached } from "@promptnce/engine";
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const journal = openJournal("replies.jsonl");
 * await cached(provider, journal).complete({ prompt: "Will it rain?", sample: 0 });
 * journal.close();
 * readJournal("replies.jsonl").toArray().length; // → 3
 */
export function openJournal(path: string): Journal {
  checkNode();
  const file = openJournalFile(path);
  const places = fingerprintTable(2);
  const droppedParameters = knownDroppedParameters();
  const held = heldLines();
  const unread = unreadLines(path);
  const note = (line: JournalLine, { offset, length }: Place): void => {
    held.add(line, offset, length);
    if (line.kind !== "reply") return;
    droppedParameters.note(line);
    if (line.charge !== true) places.set(line.key, offset, length);
  };
  const append = (line: JournalLine): void => note(line, file.append(journalText(line)));
  try {
    for (const found of readLines(file.fd, keyedLine)) {
      if ("value" in found) note(found.value, found.place);
      else unread.add(found);
    }
  } catch (error) {
    file.close();
    throw error;
  }
  const { damage, newer } = unread;
  return {
    path,
    damage,
    newer,
    get size() {
      return places.size;
    },
    get(key) {
      const offset = places.get(key);
      if (offset === undefined) return undefined;
      const line = held.get(offset) ?? lineAt(file.fd, offset, places.get(key, 1) as number);
      if (line?.kind === "reply" && line.key === key) return line;
      throw new JournalError(
        `The journal ${path} was changed while it was open: let only one program write to it, then repeat the run.`,
      );
    },
    has: (key) => places.get(key) !== undefined,
    append(entry) {
      const at = entry.at ?? new Date().toISOString();
      append({ v: 2, kind: "reply", ...entry, at });
    },
    sending(call, sending) {
      append({ v: 2, kind: "sending", ...call, sending, at: new Date().toISOString() });
    },
    // Damaged lines are already listed in `damage`.
    entries: () => recordsOf(held.all ?? validLines(file.fd, () => {})),
    leftOut: (asked) => droppedParameters.names(asked),
    close: () => file.close(),
    [Symbol.dispose]: () => file.close(),
  };
}

/** The line at a place of an open journal, or `undefined` if it is not valid. */
function lineAt(fd: number, offset: number, length: number): JournalLine | undefined {
  const found = parseLine(textAt(fd, { offset, length }), journalLine);
  return "value" in found ? found.value : undefined;
}
