import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** So many blocks of a file are read, of so many bytes: all of a small one, 16 MB of a large one. */
const [BLOCKS, BYTES] = [256, 1 << 16];

/**
 * A name for what a model file holds, `gguf-` and 16 hexadecimal digits of a SHA-256: of its size and of blocks spread
 * evenly over it, which other weights under the same name do not share, and which take no time beside loading them.
 */
export async function contentId(file: string): Promise<string> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const digest = createHash("sha256").update(String(size));
  const step = Math.max(BYTES, size / BLOCKS);
  for (let at = 0; at < size; at += step) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BYTES), 0, BYTES, Math.floor(at));
    digest.update(buffer.subarray(0, bytesRead));
  }
  return `gguf-${digest.digest("hex").slice(0, 16)}`;
}
