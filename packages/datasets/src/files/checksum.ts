import { hash } from "node:crypto";
import type { Source } from "@promptnce/core";
import type { DataFile } from "./data-file.ts";
import type { FileEntry } from "./manifest.ts";

/**
 * The checksum a file must have and the one that its unpacked bytes have; `undefined` where they
 * agree.
 */
export function mismatch(
  bytes: Uint8Array,
  entry: FileEntry,
): Record<"expected" | "found", string> | undefined {
  const expected = expectedSum(entry);
  const found =
    entry.sha256 === undefined ? `git blob ${gitBlob(bytes)}` : `SHA-256 ${hash("sha256", bytes)}`;
  return found === expected ? undefined : { expected, found };
}

/**
 * The checksum a file must have, as `<kind> <hexadecimal>`: SHA-256 where it is known, git's blob
 * id elsewhere.
 */
export function expectedSum({ sha256: sum, gitBlob: blob }: FileEntry): string {
  return sum === undefined ? `git blob ${blob ?? ""}` : `SHA-256 ${sum}`;
}

/** A manifest's entry for an unpacked file that was read. */
export function sourceOf({ file, bytes }: DataFile): Source {
  return { file, sha256: hash("sha256", bytes), bytes: bytes.length };
}

/** What `git hash-object` prints. */
export function gitBlob(bytes: Uint8Array): string {
  return hash("sha1", Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
