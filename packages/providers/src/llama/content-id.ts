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
  return reading(file, (size, block) => {
    const digest = createHash("sha256").update(String(size));
    const step = Math.max(BYTES, size / BLOCKS);
    for (let at = 0; at < size; at += step) digest.update(block(Math.floor(at), BYTES));
    return `gguf-${digest.digest("hex").slice(0, 16)}`;
  });
}

/** The most of a file that its metadata may take: the vocabulary stands before the template. */
const METADATA = 1 << 26;

/** Whether a model file has a chat template; true where it cannot be read. */
export function hasChatTemplate(file: string): boolean {
  return reading(file, (size, block) => block(0, Math.min(size, METADATA)).includes("tokenizer.chat_template")) ?? true;
}

/** What is read of a file; `undefined` where it cannot be. */
function reading<T>(file: string, read: (size: number, block: (at: number, bytes: number) => Buffer) => T) {
  let descriptor: number | undefined;
  try {
    const opened = (descriptor = openSync(file, "r"));
    return read(fstatSync(opened).size, (at, bytes) => {
      const block = Buffer.alloc(bytes);
      return block.subarray(0, readSync(opened, block, 0, bytes, at));
    });
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
