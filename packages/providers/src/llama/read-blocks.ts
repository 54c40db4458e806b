import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** So many bytes of a file from a place on, fewer at its end. */
type ReadBlock = (at: number, bytes: number) => Buffer;

/** What is read of a file, by its size and its blocks; `undefined` where there is no such file, or it is none. */
export function readBlocks<T>(
  path: string,
  read: (size: number, block: ReadBlock) => T,
): T | undefined {
  let descriptor: number | undefined;
  try {
    // A pipe would be waited for.
    const opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    descriptor = opened;
    const found = fstatSync(opened);
    if (!found.isFile()) return undefined;
    return read(found.size, (at, bytes) => {
      const block = Buffer.alloc(bytes);
      return block.subarray(0, readSync(opened, block, 0, bytes, at));
    });
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
