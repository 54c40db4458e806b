import { readSync } from "node:fs";

/** One line of a file as bytes, with its place. */
export interface JournalLine {
  /** From 1. */
  readonly line: number;
  /** Of its first byte. */
  readonly offset: number;
  /** Without the newline. */
  readonly bytes: Buffer;
  /** False for a last line that no newline ends. */
  readonly ended: boolean;
}

const CHUNK = 1 << 16;
const NEWLINE = 0x0a;

/**
 * The lines of an open file up to `size`, one at a time: memory holds one line and one chunk,
 * however long the file is. The bytes are valid until the next line is asked for.
 */
export function* journalLines(fd: number, size: number): Generator<JournalLine> {
  let rest = Buffer.alloc(0);
  let offset = 0;
  let line = 1;
  for (let at = 0; at < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
    const read = readSync(fd, chunk, 0, chunk.length, at);
    if (read === 0) break; // Shortened by someone else while it is read.
    at += read;
    const data = Buffer.concat([rest, chunk.subarray(0, read)]);
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, start)) {
      yield { line: line++, offset: offset + start, bytes: data.subarray(start, end), ended: true };
      start = end + 1;
    }
    rest = data.subarray(start);
    offset += start;
  }
  if (rest.length > 0) yield { line, offset, bytes: rest, ended: false };
}
