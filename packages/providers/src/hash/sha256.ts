import { hash } from "node:crypto";

/** SHA-256 of a text in UTF-8, in hexadecimal. Elsewhere than in Node it is that of `sha256-anywhere.ts`. */
export function sha256(text: string): string {
  return hash("sha256", text);
}
