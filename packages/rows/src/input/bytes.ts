import { createReadStream } from "node:fs";
import { DataError } from "../errors.ts";

export interface BytesOptions {
  /** What the file is called in errors; its path if not given. */
  readonly name?: string;
  /** What is asked for where it cannot be read. */
  readonly wanted: string;
  /** Aborted, reading ends with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes read at once. */
  readonly atOnce?: number;
}

/**
 * The bytes of a file, some at a time.
 *
 * @throws DataError where the system does not let it be read.
 */
export async function* bytesOf(path: string, options: BytesOptions): AsyncGenerator<Uint8Array> {
  const { name = path, wanted, signal, atOnce } = options;
  try {
    const reading = { ...(signal && { signal }), ...(atOnce !== undefined && { highWaterMark: atOnce }) };
    for await (const chunk of createReadStream(path, reading)) yield chunk as Uint8Array;
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(name, error, wanted);
  }
}

/** The sentence for a file that the system does not let be read; any other error is thrown as it is. */
export function unreadable(path: string, error: unknown, wanted: string): DataError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const reason = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
  return new DataError(`${path} ${reason}: give ${wanted}.`);
}
