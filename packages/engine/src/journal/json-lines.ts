import { fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import type { Sentence } from "@promptnce/core/errors";
import { DEEPEST_JSON, isNestedTooDeep, parsedJson } from "@promptnce/core/json";
import type { z } from "zod";
import { JournalError } from "../errors/engine-errors.ts";

/** Why a line cannot be read. */
export interface LineFault {
  readonly reason: string;
  /**
   * Why it is no damage, where it is none: the last line is `torn`, as after a kill, or a `newer`
   * version of the program wrote it.
   */
  readonly kind?: "torn" | "newer";
}

/** A line of a file that cannot be read. It does not affect other lines. */
export interface Damage extends LineFault {
  /** From 1. */
  readonly line: number;
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
  /** The version of its shape, the number `v` of each line. */
  readonly version: number;
  /**
   * The value of parsed JSON whose text has its writer's seal, so that the schema need not check
   * it, which would take as long as the rest of reading a line; `undefined` for any other JSON.
   */
  readonly sealed?: (json: unknown, text: string) => T | undefined;
  /** Why a text that the schema accepts does not have its seal. */
  readonly unsealed?: (text: string) => string;
  /** Why the parsed value cannot be right, or `undefined`. */
  readonly wrong?: (value: T) => string | undefined;
}

/**
 * The value of a line, or the reason why it cannot be read.
 *
 * @example
 * parseLine('{"v":2', journalLine); // → { reason: "is not JSON" }
 */
export function parseLine<T>(
  text: string,
  { schema, title, version, sealed, unsealed, wrong }: LineKind<T>,
): { readonly value: T } | LineFault {
  const json = parsedJson(text);
  if (json === undefined) return { reason: "is not JSON" };
  if (isNestedTooDeep(text)) return { reason: `is nested more than ${DEEPEST_JSON} levels deep` };
  const known = sealed?.(json, text);
  const parsed =
    known === undefined ? schema.safeParse(json) : { success: true as const, data: known };
  if (parsed.success) {
    const isUnsealed = known === undefined && unsealed !== undefined;
    const reason = isUnsealed ? unsealed(text) : wrong?.(parsed.data);
    return reason === undefined ? { value: parsed.data } : { reason };
  }
  const written = versionOf(json);
  if (written !== undefined && written > version)
    return {
      reason: `was written by a newer version of this program (v ${written})`,
      kind: "newer",
    };
  const [issue] = parsed.error.issues;
  const member = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return { reason: `is not ${title} (${member}${issue?.message ?? "unknown shape"})` };
}

/** The version that a line of any version says it has. */
function versionOf(json: unknown): number | undefined {
  const isLine = typeof json === "object" && json !== null && "v" in json && "kind" in json;
  return isLine && typeof json.v === "number" && Number.isSafeInteger(json.v) ? json.v : undefined;
}

/**
 * Yields every line of an open file from byte `from` on, as a value with its place, or as damage.
 * Line numbers count from that byte; empty lines are skipped. A last line without a newline is
 * valid if complete, as an editor may leave it, and torn if not.
 */
export function* readLines<T>(
  fd: number,
  kind: LineKind<T>,
  from = 0,
): Generator<{ readonly value: T; readonly place: Place } | Damage> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (const { line, offset, bytes, ended } of linesOf(fd, from)) {
    const found = parseBytes(bytes, utf8, kind);
    if ("value" in found) yield { ...found, place: { offset, length: bytes.length } };
    else if (ended || found.kind !== undefined) yield { line, ...found };
    else yield { line, reason: "is cut off: its writer was stopped", kind: "torn" };
  }
}

function parseBytes<T>(
  bytes: Buffer,
  utf8: InstanceType<typeof TextDecoder>,
  kind: LineKind<T>,
): ReturnType<typeof parseLine<T>> {
  if (bytes.length > MOST_BYTES) return { reason: `has more than ${MOST_BYTES >> 20} MiB` };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { reason: "is not UTF-8 text" };
  }
  return parseLine(text, kind);
}

/** One line of a file as bytes, without its line end, and the offset of its first byte. */
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
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** The most bytes of a line that are held: twice those of the largest response of a server. */
export const MOST_BYTES: number = 64 << 20;

const MOST_HELD = MOST_BYTES + 2 * CHUNK;

/**
 * Yields the non-empty lines of an open file one at a time: memory holds one line and one chunk,
 * whatever the file's size. Lines may end with LF or CRLF, as some editors and tools write; a byte
 * order mark is skipped. Of a line with more than {@link MOST_BYTES}, only some more than that are
 * given: a power cut may leave gigabytes of NUL bytes. Lines appended meanwhile are not read. The
 * bytes are valid until the next line is requested.
 */
export function* linesOf(fd: number, from = 0): Generator<Line> {
  const { size } = fstatSync(fd);
  let buffer = Buffer.allocUnsafe(CHUNK);
  /** The bytes at the start of the buffer, of a line whose end is not read yet. */
  let held = 0;
  /** The place in the file of the next byte to read. */
  let next = from;
  let line = 1;
  while (next < size) {
    if (buffer.length - held < CHUNK && buffer.length < MOST_HELD)
      buffer = Buffer.concat([buffer], Math.min(2 * buffer.length, MOST_HELD));
    // Each further chunk of a line that is too long overwrites the one before.
    const at = Math.min(held, MOST_HELD - CHUNK);
    const read = readSync(fd, buffer, at, Math.min(CHUNK, size - next), next);
    if (read === 0) break; // Truncated by another process while it is read.
    next += read;
    const data = buffer.subarray(0, at + read);
    let start = 0;
    for (let end = data.indexOf(NEWLINE, at); end !== -1; end = data.indexOf(NEWLINE, start)) {
      yield* lineIn(data.subarray(start, end), { line, offset: next - data.length + start });
      line++;
      start = end + 1;
    }
    if (start > 0) data.copyWithin(0, start);
    held = data.length - start;
  }
  yield* lineIn(buffer.subarray(0, held), { line, offset: next - held }, false);
}

/** The line that these bytes are, unless it is empty. */
function* lineIn(
  bytes: Buffer,
  { line, offset }: { readonly line: number; readonly offset: number },
  ended = true,
): Generator<Line> {
  const isMarked = offset === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const start = isMarked ? BYTE_ORDER_MARK.length : 0;
  const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length;
  if (end > start) yield { line, offset: offset + start, bytes: bytes.subarray(start, end), ended };
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
