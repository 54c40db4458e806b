import type { TokenServer, Turn } from "./token-server.ts";
import { unscorable } from "./unscorable.ts";

/** The tokens around the assistant's text in a chat. */
export interface ChatFrame {
  /** All up to the assistant's header, the header included. */
  readonly header: readonly number[];
  /** The white space behind the header; may be empty. */
  readonly separator: readonly number[];
  /** From behind the text through the token that ends the turn. */
  readonly end: readonly number[];
}

/** Two texts that share no beginning and no end, in any vocabulary. */
const STANDING_IN = ["a", "b"] as const;

/**
 * What a model's chat template puts around the assistant's answer to these turns, found out from
 * two renderings that differ in the answer only, so that no template need be known. A turn of the
 * user follows in both, since servers leave the last turn of an assistant open.
 *
 * The turn ends with the first token behind the text that is not white space.
 *
 * @throws ProviderError where the template leaves the answer out or puts nothing behind it.
 */
export async function chatFrame(server: TokenServer, turns: readonly Turn[]): Promise<ChatFrame> {
  const [a, b] = await Promise.all(
    STANDING_IN.map((content) =>
      server.render([...turns, { role: "assistant", content }, { role: "user", content: STANDING_IN[0] }]),
    ),
  );
  const [before, behind] = around(a ?? [], b ?? []);
  const isBlank = async (id: number | undefined): Promise<boolean> =>
    id !== undefined && (await server.pieces([id])).join("").trim() === "";
  let split = before.length;
  while (await isBlank(before[split - 1])) split--;
  let last = 0;
  while (await isBlank(behind[last])) last++;
  if (split === 0 || last >= behind.length) {
    throw unscorable("the chat template shows no place and end of the assistant's turn: use plain");
  }
  return {
    header: before.slice(0, split),
    separator: before.slice(split),
    end: behind.slice(0, last + 1),
  };
}

/** What two sequences share at their beginnings and at their ends, never counted twice. */
function around(a: readonly number[], b: readonly number[]): [readonly number[], readonly number[]] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  const rest = shorter - start;
  let end = 0;
  while (end < rest && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return start === a.length ? [[], []] : [a.slice(0, start), a.slice(a.length - end)];
}
