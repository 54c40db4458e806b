import { fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import type { Sentence } from "@promptnce/core/errors";
import { DEEPEST_JSON, isNestedTooDeep } from "@promptnce/core";
import type { z } from "zod";
import { parsedJson } from "@promptnce/providers/contract";
import { JournalError } from "../errors/engine-errors.ts";

/** A line of a file with invalid content. It does not affect other lines. */
export interface Damage {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** The position of a line's text in its file, in bytes, without the newline. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** What a line should hold, and its name for people: `a journal record`. */
export interface LineKind<T> {
  readonly schema: z.ZodType<T>;
  readonly title: string;
  /**
   * The value in parsed JSON of the usual form, as the schema would give it; `undefined` for any
   * other JSON, which the schema judges.
   */
  readonly usual?: (json: unknown) => T | undefined;
  /** Why the text is not what was written, or `undefined`; called only for valid JSON. */
  readonly damaged?: (text: string) => string | undefined;
  /** Why the parsed value cannot be right, or `undefined`. */
  readonly wrong?: (value: T) => string | undefined;
}

/** The value of a line, or the reason why it is invalid. */
export function parseLine<T>(
  text: string,
  { schema, title, usual, damaged, wrong }: LineKind<T>,
): { readonly value: T } | { readonly reason: string } {
  const json = parsedJson(text);
  if (json === undefined) return { reason: "is not JSON" };
  if (isNestedTooDeep(text)) return { reason: `is nested more than ${DEEPEST_JSON} levels deep` };
  const usualValue = usual?.(json);
  const parsed =
    usualValue === undefined
      ? schema.safeParse(json)
      : { success: true as const, data: usualValue };
  const reason = parsed.success ? (damaged?.(text) ?? wrong?.(parsed.data)) : undefined;
  if (reason !== undefined) return { reason };
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const member = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return { reason: `is not ${title} (${member}${issue?.message ?? "unknown shape"})` };
}

/**
 * Yields every line of an open file from byte `from` on, as a value with its place, or as damage.
 * Line numbers count from that byte; empty lines are skipped. A last line without a newline is
 * valid if complete, as an editor may leave it, and damage if truncated.
 */
export function* readLines<T>(
  fd: number,
  kind: LineKind<T>,
  from = 0,
): Generator<{ readonly value: T; readonly place: Place } | Damage> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (const { line, offset, bytes, ended } of linesOf(fd, from)) {
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      yield { line, reason: "is not UTF-8 text" };
      continue;
    }
    const found = parseLine(text, kind);
    if ("value" in found) yield { ...found, place: { offset, length: bytes.length } };
    else yield { line, reason: ended ? found.reason : "is cut off: its writer was stopped" };
  }
}

/** One line of a file as bytes, without the newline, and the offset of its first byte. */
interface Line {
  /** From 1. */
  readonly line: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** False for a last line without a newline. */
  readonly ended: boolean;
}

const CHUNK = 1 << 16;
const NEWLINE = 0x0a;

/**
 * Yields the non-empty lines of an open file one at a time: memory holds one line and one chunk,
 * whatever the file's size. Lines appended meanwhile are not read. The bytes are valid until the
 * next line is requested.
 */
export function* linesOf(fd: number, from = 0): Generator<Line> {
  const { size } = fstatSync(fd);
  let buffer = Buffer.allocUnsafe(CHUNK);
  /** The bytes at the start of the buffer, of a line whose end is not read yet. */
  let held = 0;
  /** The place in the file of the buffer's first byte. */
  let offset = from;
  let line = 1;
  while (offset + held < size) {
    if (held === buffer.length) buffer = Buffer.concat([buffer], 2 * held);
    const room = Math.min(buffer.length - held, size - offset - held);
    const read = readSync(fd, buffer, held, room, offset + held);
    if (read === 0) break; // Truncated by another process while it is read.
    const data = buffer.subarray(0, held + read);
    let start = 0;
    for (let end = data.indexOf(NEWLINE, held); end !== -1; end = data.indexOf(NEWLINE, start)) {
      if (end > start)
        yield { line, offset: offset + start, bytes: data.subarray(start, end), ended: true };
      line++;
      start = end + 1;
    }
    data.copyWithin(0, start);
    held = data.length - start;
    offset += start;
  }
  if (held > 0) yield { line, offset, bytes: buffer.subarray(0, held), ended: false };
}

/**
 * A function that appends a line to an open file, which only it writes to, and returns the line's
 * place. The line is written whole or, as far as the file system allows, not at all, so that a full
 * disk leaves no truncated line. After a truncated last line it starts on a new one.
 */
export function lineWriter(fd: number): (text: string) => Place {
  // Measured at the beginning and after a failed write; every other write tells where it ends.
  let end: number | undefined;
  return (text) => {
    const size = end ?? fstatSync(fd).size;
    const isTorn =
      end === undefined && size > 0 && textAt(fd, { offset: size - 1, length: 1 }) !== "\n";
    const start = isTorn ? "\n" : "";
    const bytes = Buffer.from(`${start}${text}\n`);
    end = undefined;
    try {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(fd, bytes, done);
      }
    } catch (error) {
      try {
        ftruncateSync(fd, size);
      } catch {
        // The truncated line stays.
      }
      throw error;
    }
    end = size + bytes.length;
    return { offset: size + start.length, length: bytes.length - start.length - 1 };
  };
}

/**
 * The result of `work`.
 *
 * @throws JournalError, with the given sentence, where the file system refuses.
 */
export function orRefused<T>(work: () => T, sentence: (why: string) => Sentence): T {
  try {
    return work();
  } catch (error) {
    throw new JournalError(sentence((error as NodeJS.ErrnoException).code ?? String(error)));
  }
}

/** The text at a place of an open file. */
export function textAt(fd: number, { offset, length }: Place): string {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.toString("utf8", 0, readSync(fd, bytes, 0, length, offset));
}
