import { hash } from "node:crypto";

/**
 * The SHA-256 of a text in UTF-8, in hexadecimal. Outside Node, `sha256-anywhere.ts` takes its
 * place.
 *
 * @example
 * sha256("abc").slice(0, 8); // → "ba7816bf"
 */
export function sha256(text: string): string {
  return hash("sha256", text);
}
