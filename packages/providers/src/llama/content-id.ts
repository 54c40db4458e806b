import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** So many blocks of a file are read, of so many bytes: all of a small one, 16 MB of a large one. */
const [BLOCKS, BYTES] = [256, 1 << 16];

/**
 * A name for what a model file holds, `gguf-` and 16 hexadecimal digits of a SHA-256: of its size and of blocks spread
 * evenly over it, which other weights under the same name do not share, and which take no time beside loading them.
 * `undefined` where the file cannot be read.
 */
export function contentId(file: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const { size } = fstatSync(descriptor);
    const digest = createHash("sha256").update(String(size));
    const step = Math.max(BYTES, size / BLOCKS);
    const block = Buffer.alloc(BYTES);
    for (let at = 0; at < size; at += step) {
      digest.update(block.subarray(0, readSync(descriptor, block, 0, BYTES, Math.floor(at))));
    }
    return `gguf-${digest.digest("hex").slice(0, 16)}`;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
