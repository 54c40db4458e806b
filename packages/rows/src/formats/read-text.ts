import { createReadStream, readFileSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { TextDecoder } from "node:util";
import { OptionError } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import { foreignContent } from "./foreign-files.ts";
import { malformedIn } from "./malformed.ts";
import { unreadable } from "./unreadable.ts";

export interface TextOptions {
  /** The file's name in errors; its path by default. */
  readonly name?: string;
  /** The kind of file to ask for if this one cannot be read. */
  readonly wanted: string;
  /** The encoding of text without a byte order mark; UTF-8 by default. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The number of bytes read at once; Node's default if not given. */
  readonly atOnce?: number;
}

/**
 * Yields the text of a file in pieces, decoded by {@link decode}; a DataError if it cannot be read.
 */
export function readText(path: string, options: TextOptions): AsyncGenerator<string> {
  return decode(() => bytesOf(path, options), options.name ?? path, options.encoding);
}

async function* bytesOf(path: string, options: TextOptions): AsyncGenerator<Uint8Array> {
  const { name = path, wanted, signal, atOnce: highWaterMark } = options;
  try {
    yield* unzipped(createReadStream(path, { signal, highWaterMark }));
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_") === true) {
      throw new DataError(
        `${name} is damaged (${(error as Error).message}): it is compressed by gzip, so copy or write it again.`,
      );
    }
    throw unreadable(name, error, wanted);
  }
}

/** The bytes of a file, unzipped if its first bytes are those of gzip. */
async function* unzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  const all = { [Symbol.asyncIterator]: () => chunks };
  try {
    const { value: first, done } = await chunks.next();
    if (done === true) return;
    if (first[0] !== 0x1f || first[1] !== 0x8b) {
      yield first;
      yield* all;
      return;
    }
    const unzip = createGunzip();
    const zipped = async function* (): AsyncGenerator<Uint8Array> {
      yield first;
      yield* all;
    };
    // The reader of what is unzipped meets its errors.
    pipeline(zipped, unzip, () => {});
    yield* unzip as AsyncIterable<Uint8Array>;
  } finally {
    await chunks.return?.();
  }
}

/**
 * Yields the text of bytes, in pieces. A byte order mark tells UTF-8 and UTF-16 of either byte order,
 * and is dropped; without one the encoding is the one named, or else UTF-8.
 *
 * @param read Reads the bytes from the first; again, to say where they are no such text.
 * @throws OptionError for an encoding that is not known.
 * @throws DataError, with line, byte and what to do, for bytes that are not such text.
 */
export async function* decode(
  read: () => AsyncIterable<Uint8Array>,
  file: string,
  encoding?: string,
): AsyncGenerator<string> {
  const named = encoding === undefined ? undefined : decoderNamed(encoding);
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of read()) {
      decoder ??= decoderFor(chunk, file, named);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder !== undefined) yield decoder.decode();
  } catch (error) {
    if (!isMalformed(error)) throw error;
    throw decoder?.encoding === "utf-8"
      ? await notUtf8(read(), file)
      : new DataError(
          (write) =>
            `${file} is not ${decoder?.encoding} text: give its encoding with ${write("encoding")}, or save it as UTF-8.`,
        );
  }
}

/** The error for bytes that are not UTF-8, with their place and what they may be instead. */
async function notUtf8(bytes: AsyncIterable<Uint8Array>, file: string): Promise<DataError> {
  const found = await malformedIn(bytes);
  if (found === undefined)
    return new DataError(`${file} changed while it was read: read it again.`);
  const { line, at, byte, encoding, writer, reads } = found;
  return new DataError(
    (write) =>
      `${file}, line ${line}: byte ${at} (${byte}) is not UTF-8; with ${write("encoding", encoding)}, as ${writer} writes, it reads ${JSON.stringify(reads)}: say so if that is right, name another encoding, or save the file as UTF-8.`,
  );
}

/** The decoder of an encoding by its name. */
function decoderNamed(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new OptionError(
      "encoding",
      `the encoding ${encoding} is not known; give utf-8, utf-16le, windows-1252, iso-8859-2, windows-1251, shift_jis, gb18030 or another name in the WHATWG list`,
    );
  }
}

/** The decoder that a byte order mark asks for. */
function markedDecoder([a, b, c]: Uint8Array): TextDecoder | undefined {
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be", { fatal: true });
  const isUtf8Mark = a === 0xef && b === 0xbb && c === 0xbf;
  return isUtf8Mark ? new TextDecoder("utf-8", { fatal: true }) : undefined;
}

/** The decoder of a text with this beginning. @throws DataError for what is no table */
function decoderFor(start: Uint8Array, file: string, named: TextDecoder | undefined): TextDecoder {
  const foreign = foreignContent(start);
  if (foreign !== undefined) throw new DataError(`${file} ${foreign}.`);
  return markedDecoder(start) ?? named ?? unmarkedDecoder(start, file);
}

function unmarkedDecoder(start: Uint8Array, file: string): TextDecoder {
  const first = Buffer.from(start.subarray(0, 4)).toString("hex");
  if (first === "504b0304") {
    throw new DataError(
      (write) =>
        `${file} is a ZIP archive, as Excel's workbooks are: if it is one, say ${write("format", "xlsx")}, or name it .xlsx.`,
    );
  }
  if (Buffer.from(start.subarray(0, 4)).toString("latin1") === "PAR1") {
    throw new DataError(
      (write) =>
        `${file} is a Parquet file: say so with ${write("format", "parquet")}, or name it .parquet.`,
    );
  }
  const zero = start.subarray(0, 1000).indexOf(0);
  if (zero === -1) return new TextDecoder("utf-8", { fatal: true });
  const likely = zero % 2 === 1 ? "utf-16le" : "utf-16be";
  throw new DataError(
    (write) =>
      `${file} is not UTF-8 text (its byte ${zero + 1} is zero, as in UTF-16 without a byte order mark and in binary files): say ${write("encoding", likely)}, or save it as UTF-8.`,
  );
}

/**
 * The whole text of a small file, in UTF-8 unless another encoding is named or its byte order mark
 * tells one; a DataError if it is no such text or cannot be read, asking for `wanted`.
 */
export function readWholeText(path: string, wanted: string, encoding = "utf-8"): string {
  const named = decoderNamed(encoding);
  try {
    const bytes = readFileSync(path);
    return (markedDecoder(bytes) ?? named).decode(bytes);
  } catch (error) {
    if (!isMalformed(error)) throw unreadable(path, error, wanted);
    throw new DataError(`${path} is not ${named.encoding.toUpperCase()} text: save it as UTF-8.`);
  }
}

function isMalformed(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}
