import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The same as that of `sha256.ts` at a sixth of its pace, for what has no synchronous hash of its own: browsers, workers. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}
