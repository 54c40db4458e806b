import { gunzipSync } from "node:zlib";
import { DatasetError } from "./errors.ts";

/** The bytes of a file, and what to call it: a path relative to the data folder. */
export interface DataFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/**
 * The file, unpacked and without `.gz` in its name where its bytes are gzip's. @throws DatasetError
 * where damaged
 */
export function unpack(file: DataFile): DataFile {
  if (file.bytes[0] !== 0x1f || file.bytes[1] !== 0x8b) return file;
  try {
    return { file: file.file.replace(/\.gz$/, ""), bytes: gunzipSync(file.bytes) };
  } catch {
    throw new DatasetError(`${file.file} is damaged: it cannot be unpacked. Fetch it again.`);
  }
}

/** The text of an unpacked file. Throws {@link DatasetError} where it is not UTF-8. */
export function utf8({ file, bytes }: DataFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DatasetError(`${file} is not UTF-8 text, which this format always is.`);
  }
}

/** The text of an unpacked file, one character a byte. */
export function latin1({ bytes }: DataFile): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
