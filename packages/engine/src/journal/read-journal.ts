import { closeSync, openSync, statSync } from "node:fs";
import { JournalError } from "../errors/engine-errors.ts";
import {
  journalLine,
  type JournalLine,
  type JournalRecord,
  type SendingNote,
} from "./journal-record.ts";
import { type Damage, linesOf, orRefused, parseLine, readLines } from "./json-lines.ts";

/**
 * Yields every record of the journal at `path` in the order of writing, without taking the lock. It
 * serves reports, also while a run writes (the last line may then look truncated). Where a key
 * occurs twice, both records are given; the store answers with the later one. A call that was under
 * way when a run was killed appears as a `charge`: where it is sent again, or else at the end.
 *
 * @param onDamage Called with every line that holds no record. Without it such lines are an error,
 *   so that a report cannot omit them unnoticed.
 * @throws JournalError where the file cannot be read, where none of its lines is a record, or at
 *   damage without `onDamage`.
 * @example
 * const [first] = readJournal("replies.jsonl");
 * [first.model, first.reply.text]; // → ["gpt-4o-mini", '{"p_base": 0.02}']
 */
export function* readJournal(
  path: string,
  onDamage?: (damage: Damage) => void,
): Generator<JournalRecord> {
  const fd = open(path);
  try {
    refuseForeign(fd, path);
    yield* recordsOf(validLines(fd, onDamage ?? ((damage) => refuseDamage(damage, path))));
  } finally {
    closeSync(fd);
  }
}

/** Yields the valid lines of an open journal, and calls `onDamage` with each other one. */
export function* validLines(
  fd: number,
  onDamage: (damage: Damage) => void,
): Generator<JournalLine> {
  for (const found of readLines(fd, journalLine)) {
    if ("value" in found) yield found.value;
    else onDamage(found);
  }
}

function refuseDamage({ line, reason, kind }: Damage, path: string): never {
  const remedy = kind === "newer" ? "update this program" : "remove the line";
  throw new JournalError(
    `Line ${line} of the journal ${path} ${reason}: ${remedy}, or pass onDamage to go on without it.`,
  );
}

/**
 * A function that reads the journal at `path` as it grows, without its lock. Its first call yields
 * the replies already there, each later call those written since. A line that is still being
 * written is left to the next call.
 *
 * @throws JournalError during iteration, where the file cannot be read.
 * @example
 * const newReplies = followJournal("replies.jsonl");
 * [newReplies().toArray().length, newReplies().toArray().length]; // → [2, 0]
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
  refuseStream(path);
  return orRefused(
    () => openSync(path, "r"),
    (why) => (write) =>
      `The journal ${path} cannot be read (${why}): check the path given as ${write("store")}.`,
  );
}

/**
 * Yields the records of a journal's lines in their order. A call that was sent, and has no further
 * line until it is sent again or the file ends, is a `charge` without a prompt: its run was killed,
 * or is still waiting for the reply.
 */
export function* recordsOf(lines: Iterable<JournalLine>): Generator<JournalRecord> {
  const underWay = new Map<string, SendingNote>();
  for (const line of lines) {
    const before = underWay.get(line.key);
    underWay.delete(line.key);
    if (line.kind === "reply") yield line;
    else if (line.sending) {
      if (before !== undefined) yield lostCall(before);
      underWay.set(line.key, line);
    }
  }
  for (const note of underWay.values()) {
    yield lostCall(note);
  }
}

/**
 * The `charge` for a call of which only the note of its sending is known; `note` may be that note's
 * text.
 *
 * @example
 * const call = { v: 2, kind: "sending", key: "0".repeat(64), provider: "openai", model: "gpt-5" };
 * lostCall({ ...call, at: "2026-01-01T00:00:00Z", sending: true }).charge; // → true
 */
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

/**
 * Checks that nothing at `path` is a pipe or a device: opening it could wait for ever, and it keeps
 * no reply.
 *
 * @throws JournalError where it is one.
 */
export function refuseStream(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw new JournalError(
    (write) =>
      `${path} is a pipe, a device or a socket, which keeps no replies: give a file as ${write("store")}.`,
  );
}

/** The beginning of every record, even of a truncated one. */
const BEGINNING = '{"v":2,';

/**
 * Checks that an open file is a journal: any other file must not be appended to, nor be read as a
 * long list of damage.
 *
 * @throws JournalError where the file has lines, but none is a record or the beginning of a
 *   truncated one.
 */
export function refuseForeign(fd: number, path: string): void {
  let why: string | undefined;
  for (const { bytes } of linesOf(fd)) {
    const text = bytes.toString("utf8");
    const found = parseLine(text, journalLine);
    // A truncated or damaged record also counts, and one of a newer version.
    if ("value" in found || found.kind !== undefined) return;
    if (text.startsWith(BEGINNING) || BEGINNING.startsWith(text)) return;
    why ??= found.reason;
  }
  if (why === undefined) return;
  throw new JournalError(
    (write) =>
      `${path} is not a journal of replies: none of its lines is a record (the first ${why}). Give the journal of a run or a new file as ${write("store")}; this file is not changed.`,
  );
}
