// Where in the ids of a text its bytes are: a token may begin and end within a character.
import type { TokenServer } from "./token-server.ts";

/** The ids of a conversation and the text that they give. */
export interface ConversationTokens {
  readonly ids: readonly number[];
  readonly text: string;
}

/** The character that decoders write for an incomplete character, once or for each of its bytes. */
const REPLACEMENT = "\uFFFD";

/**
 * The number of bytes of the whole text held by the first of its ids, given the text they decode
 * to. Of a partial character, the fewest possible bytes count, never all, since the rest is in the
 * following tokens.
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

/**
 * The position of the token that holds a byte of the text, counted from 1; the last token where
 * none holds it.
 */
export async function tokenOfByte(
  server: TokenServer,
  { ids, text }: ConversationTokens,
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

/** The position of the token that holds the last byte of the text's first `length` characters. */
export async function lastToken(
  server: TokenServer,
  rendered: ConversationTokens,
  length: number,
): Promise<number> {
  const { ids, text } = rendered;
  const bytes = Buffer.byteLength(text.slice(0, length));
  if (text[length - 1] !== REPLACEMENT) return tokenOfByte(server, rendered, bytes);
  // Here a part of the character looks like the whole: the token before the one that holds the next
  // byte ends it.
  if (text.length === length) return ids.length - 1;
  return (await tokenOfByte(server, rendered, bytes + 1)) - 1;
}
