import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Reads up to `bytes` bytes of a file at a position; fewer at its end. */
type ReadBlock = (at: number, bytes: number) => Buffer;

/**
 * The result of `read`, which gets a file's size and a reader of its blocks; `undefined` where
 * nothing exists at the path, or no regular file.
 */
export function readBlocks<T>(
  path: string,
  read: (size: number, block: ReadBlock) => T,
): T | undefined {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would block.
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
