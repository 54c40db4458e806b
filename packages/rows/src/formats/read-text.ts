import { createReadStream, readFileSync } from "node:fs";
import { TextDecoder } from "node:util";
import { DataError } from "../errors.ts";
import { SAVE_AS_CSV } from "./file-format.ts";

export interface TextOptions {
  /** The file's name in errors; its path by default. */
  readonly name?: string;
  /** The kind of file to ask for if this one cannot be read. */
  readonly wanted: string;
  readonly signal?: AbortSignal | undefined;
  /** The number of bytes read at once; Node's default if not given. */
  readonly atOnce?: number;
}

/**
 * Yields the text of a file in pieces, decoded by {@link decode}; a DataError if it cannot be read.
 */
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
 * Yields the text of bytes, in pieces. The encoding is UTF-8, or UTF-16 of either byte order if a
 * byte order mark says so; the mark is dropped.
 *
 * @throws DataError, saying what to do, for bytes that are not such text.
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
  // A ZIP archive, as spreadsheets write now, or the compound file they wrote before.
  if (/^(504b0304|d0cf11e0)/.test(Buffer.from(start.subarray(0, 4)).toString("hex"))) {
    throw new DataError(`${file} ${SAVE_AS_CSV}.`);
  }
  if (Buffer.from(start.subarray(0, 4)).toString("latin1") === "PAR1") {
    throw new DataError(
      (write) =>
        `${file} is a Parquet file: say so with ${write("format", "parquet")}, or name it .parquet.`,
    );
  }
  if (!start.subarray(0, 1000).includes(0)) return new TextDecoder("utf-8", { fatal: true });
  throw new DataError(
    `${file} is not UTF-8 text (it has a zero byte, as UTF-16 without a byte order mark and binary files have): save it as UTF-8.`,
  );
}

/**
 * The whole text of a small UTF-8 file; a DataError if it is not UTF-8 or cannot be read, asking
 * for `wanted`.
 */
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

/**
 * The error for a file that the system cannot read, asking for `wanted`; rethrows any error that is
 * not the system's.
 */
export function unreadable(path: string, error: unknown, wanted: string): DataError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const reason = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
  return new DataError(`${path} ${reason}: give ${wanted}.`);
}
