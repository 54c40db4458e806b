import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * The first `bytes` bytes of a file as text; `undefined` where nothing exists at the path, or no
 * regular file.
 *
 * @example
 * startOfFile("pairs.csv", 3); // → "cue"
 */
export function startOfFile(path: string, bytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would block.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(descriptor).isFile()) return undefined;
    const block = Buffer.alloc(bytes);
    return block.toString("utf8", 0, readSync(descriptor, block, 0, bytes, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
