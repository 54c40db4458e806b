import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The same hash as in `sha256.ts`, at a sixth of its speed, for platforms without a synchronous
 * hash: browsers and workers.
 */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}
