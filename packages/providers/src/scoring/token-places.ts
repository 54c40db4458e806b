// Where in the ids of a text its bytes are: a token may begin and end within a character.
import type { TokenServer } from "./token-server.ts";

/** The ids of a conversation and the text that they give. */
export interface Rendered {
  readonly ids: readonly number[];
  readonly text: string;
}

/** What decoders write for bytes that are no character: once for a part of a character, or once for each byte. */
const REPLACEMENT = "\uFFFD";

/**
 * How many bytes of a whole text a beginning of its ids holds, by the text which that beginning gives. Of a character
 * that it holds in part it counts as few bytes as it may hold, never all: then the rest is in tokens that follow.
 */
export function bytesHeld(beginning: string, whole: string): number {
  const complete = beginning.replace(/\uFFFD+$/, "");
  let shared = 0;
  while (shared < complete.length && complete[shared] === whole[shared]) {
    shared++;
  }
  const rest = beginning.slice(shared).replaceAll(REPLACEMENT, "?");
  return Buffer.byteLength(beginning.slice(0, shared)) + Buffer.byteLength(rest);
}

/** The place of the token that holds a byte of the text, counted from 1; the last token where none holds it. */
export async function tokenOfByte(
  server: TokenServer,
  { ids, text }: Rendered,
  byte: number,
): Promise<number> {
  let [low, high] = [0, ids.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const beginning = await server.textOf(ids.slice(0, middle + 1));
    if (bytesHeld(beginning, text) >= byte) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The place of the token that holds the last byte of the text's first `length` characters. */
export async function lastToken(
  server: TokenServer,
  rendered: Rendered,
  length: number,
): Promise<number> {
  const { ids, text } = rendered;
  const bytes = Buffer.byteLength(text.slice(0, length));
  if (text[length - 1] !== REPLACEMENT) return tokenOfByte(server, rendered, bytes);
  // A part of this very character looks like the whole of it: what holds more comes right behind.
  if (text.length === length) return ids.length - 1;
  return (await tokenOfByte(server, rendered, bytes + 1)) - 1;
}
