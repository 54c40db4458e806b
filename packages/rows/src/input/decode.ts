import { TextDecoder } from "node:util";
import { DataError } from "../errors.ts";

/**
 * The text of a file in pieces, from its bytes: UTF-8, or what its byte order mark says (UTF-8,
 * UTF-16 of either order). The mark itself is left out.
 *
 * @throws DataError where the bytes are not such text, with what to do.
 */
export async function* decode(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let read = 0;
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk, file);
    yield decoded(() => decoder?.decode(chunk, { stream: true }) ?? "", file, read);
    read += chunk.length;
  }
  if (decoder !== undefined) yield decoded(() => decoder?.decode() ?? "", file, read);
}

function decoderFor(start: Uint8Array, file: string): TextDecoder {
  const [a, b] = start;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be", { fatal: true });
  if (start.subarray(0, 1000).includes(0)) {
    throw new DataError(
      `${file} is not UTF-8 text (it has a zero byte, as UTF-16 without a byte order mark and binary files have): save it as UTF-8.`,
    );
  }
  return new TextDecoder("utf-8", { fatal: true });
}

function decoded(decode: () => string, file: string, at: number): string {
  try {
    return decode();
  } catch {
    throw new DataError(
      `${file} is not UTF-8 text (some byte after the first ${at}): save it as UTF-8, or as UTF-16 with a byte order mark.`,
    );
  }
}
