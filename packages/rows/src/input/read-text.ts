import { createReadStream, readFileSync } from "node:fs";
import { TextDecoder } from "node:util";
import { DataError } from "../errors.ts";
import { SAVE_AS_CSV } from "./file-format.ts";

export interface TextOptions {
  /** What the file is called in errors; its path if not given. */
  readonly name?: string;
  /** What is asked for where it cannot be read. */
  readonly wanted: string;
  readonly signal?: AbortSignal | undefined;
  /** Bytes read at once; the system's number if not given. */
  readonly atOnce?: number;
}

/** The text of a file in pieces, as {@link decode} makes it of the bytes; a DataError where it cannot be read. */
export function readText(path: string, options: TextOptions): AsyncGenerator<string> {
  return decode(bytesOf(path, options), options.name ?? path);
}

async function* bytesOf(path: string, options: TextOptions): AsyncGenerator<Uint8Array> {
  const { name = path, wanted, signal, atOnce: highWaterMark } = options;
  try {
    for await (const chunk of createReadStream(path, { signal, highWaterMark }))
      yield chunk as Uint8Array;
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(name, error, wanted);
  }
}

/**
 * Text in pieces from bytes: UTF-8, or what its byte order mark, which is left out, says (UTF-8, UTF-16 of either order).
 * A DataError says what to do with bytes that are no such text.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let read = 0;
  try {
    for await (const chunk of bytes) {
      decoder ??= decoderFor(chunk, file);
      yield decoder.decode(chunk, { stream: true });
      read += chunk.length;
    }
    if (decoder !== undefined) yield decoder.decode();
  } catch (error) {
    if (!isMalformed(error)) throw error;
    throw new DataError(
      `${file} is not UTF-8 text (some byte after the first ${read}): save it as UTF-8, or as UTF-16 with a byte order mark.`,
    );
  }
}

function decoderFor(start: Uint8Array, file: string): TextDecoder {
  const [a, b] = start;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be", { fatal: true });
  // A ZIP archive, as spreadsheets write, or what they wrote before.
  if (/^(504b0304|d0cf11e0)/.test(Buffer.from(start.subarray(0, 4)).toString("hex"))) {
    throw new DataError(`${file} ${SAVE_AS_CSV}.`);
  }
  if (!start.subarray(0, 1000).includes(0)) return new TextDecoder("utf-8", { fatal: true });
  throw new DataError(
    `${file} is not UTF-8 text (it has a zero byte, as UTF-16 without a byte order mark and binary files have): save it as UTF-8.`,
  );
}

/** The whole of a small file of UTF-8; a DataError where it is none, or is to be given as `wanted` says. */
export function readWholeText(path: string, wanted: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const reason = isMalformed(error)
      ? "is not UTF-8 text: save it as UTF-8"
      : `cannot be read (${(error as NodeJS.ErrnoException).code}): give ${wanted}`;
    throw new DataError(`${path} ${reason}.`);
  }
}

function isMalformed(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

/** The sentence for a file that the system does not let be read; any other error is thrown as it is. */
export function unreadable(path: string, error: unknown, wanted: string): DataError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const reason = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
  return new DataError(`${path} ${reason}: give ${wanted}.`);
}
