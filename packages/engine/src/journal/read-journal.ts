import { closeSync, openSync } from "node:fs";
import { JournalError, PlaceError } from "../errors/engine-errors.ts";
import { startOfFile } from "../files/start-of-file.ts";
import {
  journalLine,
  type JournalLine,
  type JournalRecord,
  type SendingNote,
} from "./journal-record.ts";
import { type Damage, linesOf, orRefused, parseLine, readLines } from "./json-lines.ts";

/**
 * Every record of the journal at `path` in the order of writing, one at a time, without taking the lock: for reports,
 * also while a run writes (its last line may then look torn). Where a key occurs twice both are given; the store
 * answers with the later one. A call that was under way when a run was killed is a `charge`, where it is sent again or
 * else at the end.
 *
 * @param onDamage Told of every line that holds no record. Without it such lines are an error, so that a report cannot
 *   leave them out unseen.
 * @throws JournalError where the file cannot be read, where not a single line of it is a record, or at damage that
 *   nobody listens to.
 */
export function* readJournal(
  path: string,
  onDamage?: (damage: Damage) => void,
): Generator<JournalRecord> {
  const fd = open(path);
  try {
    refuseForeign(fd, path);
    yield* recordsOf(readLines(fd, journalLine), (damage) => {
      if (onDamage !== undefined) return onDamage(damage);
      throw new JournalError(
        `Line ${damage.line} of the journal ${path} ${damage.reason}: remove the line, or pass onDamage to go on without it.`,
      );
    });
  } finally {
    closeSync(fd);
  }
}

/**
 * The journal at `path` as it grows, read without its lock: each call gives the replies that came since the one
 * before, the first those that are there. A line that is still being written is left to the next call.
 *
 * @throws JournalError, once it is read, where the file cannot be read.
 */
export function followJournal(path: string): () => Generator<JournalRecord> {
  let next = 0;
  return function* () {
    const fd = open(path);
    try {
      for (const found of readLines(fd, journalLine, next)) {
        if (!("value" in found)) continue;
        next = found.place.offset + found.place.length + 1;
        if (found.value.kind === "reply") yield found.value;
      }
    } finally {
      closeSync(fd);
    }
  };
}

function open(path: string): number {
  return orRefused(
    () => openSync(path, "r"),
    (why) => (write) =>
      `The journal ${path} cannot be read (${why}): check the path given as ${write("store")}.`,
  );
}

/**
 * The records of a journal's lines in their order. A call that was sent and of which nothing is noted until it is sent
 * again, or to the end, is a `charge` without a prompt: its run was killed, or still waits for it.
 */
export function* recordsOf(
  lines: Iterable<{ readonly value: JournalLine } | Damage>,
  onDamage: (damage: Damage) => void,
): Generator<JournalRecord> {
  const underWay = new Map<string, SendingNote>();
  for (const found of lines) {
    if (!("value" in found)) {
      onDamage(found);
      continue;
    }
    const { value } = found;
    const before = underWay.get(value.key);
    underWay.delete(value.key);
    if (value.kind === "reply") yield value;
    else if (value.sending) {
      if (before !== undefined) yield lostCall(before);
      underWay.set(value.key, value);
    }
  }
  for (const note of underWay.values()) {
    yield lostCall(note);
  }
}

/** A call that was sent, by its note or the text of that, and of which nothing else is known. */
export function lostCall(note: SendingNote | string): JournalRecord {
  const {
    kind: _,
    sending: __,
    ...call
  } = typeof note === "string" ? (JSON.parse(note) as SendingNote) : note;
  const failure = { kind: "killed", message: "The run ended while this was asked." };
  const reply = { text: "", stop: "failed", failure } as const;
  return { ...call, kind: "reply", settings: {}, sample: 0, prompt: "", charge: true, reply };
}

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
    (write) =>
      `${path} is no journal of replies, as none of its lines is a record (the first ${why}): give the journal of a run, or as ${write("store")} a file that is not there yet; this one stays as it is.`,
  );
}

/** Whether a file begins as a journal does. */
export function isJournal(path: string): boolean {
  const first = `${BEGINNING}"kind":"`;
  return startOfFile(path, first.length) === first;
}

/**
 * Refuses to have a journal written over, whose replies were paid for.
 *
 * @param option The option that names the file.
 * @throws PlaceError where the file is a journal.
 */
export function spareJournal(path: string, option: string): void {
  if (!isJournal(path)) return;
  throw new PlaceError(
    (write) =>
      `${path} holds replies that were paid for, and is not written over: move it away, or name another file with ${write(option)}.`,
  );
}
