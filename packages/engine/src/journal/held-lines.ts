import type { JournalLine } from "./journal-record.ts";

/** The most text whose lines are held, in bytes: that of some 6,000 replies. */
const MOST_BYTES = 8 << 20;

/** The parsed lines of a small journal, by their offset in the file. */
export interface HeldLines {
  /** Holds the line at `offset`, whose text has `length` bytes. */
  add(line: JournalLine, offset: number, length: number): void;
  /** The line at `offset`; `undefined` where the journal has become too large to be held. */
  get(offset: number): JournalLine | undefined;
  /** All lines so far, in the order of the file; `undefined` where the journal is too large. */
  readonly all: readonly JournalLine[] | undefined;
}

/**
 * Holds the lines of a journal while their text is at most 8 MiB, so that a run parses each of them
 * once: otherwise it would do so when it opens the journal, when it looks a reply up and when it
 * sums what the replies cost. A larger journal is not held at all, which bounds the memory.
 */
export function heldLines(): HeldLines {
  let lines: Map<number, JournalLine> | undefined = new Map();
  let bytes = 0;
  return {
    add(line, offset, length) {
      bytes += length;
      if (bytes > MOST_BYTES) lines = undefined;
      lines?.set(offset, line);
    },
    get: (offset) => lines?.get(offset),
    get all() {
      return lines && [...lines.values()];
    },
  };
}
