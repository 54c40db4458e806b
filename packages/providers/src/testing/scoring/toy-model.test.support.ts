import type { Turn } from "../../scoring/token-server.ts";

/**
 * A language model whose every probability is known: a bigram over sixteen tokens. Some tokens are
 * longer than a letter, so that a text merges across a boundary: "a" and "b" are two tokens, "ab"
 * is one.
 */
export const TOKENS: readonly string[] =
  "<unk>|<s>|</t>|a|b| |\n|ab| a|ba|<system>|<user>|<assistant>|\n\n| ab|c".split("|");

/** The token that begins a text. */
export const BOS = 1;

/** The token that ends a turn. */
export const END = 2;

/** No token is followed by it: its probability is zero everywhere. */
const IMPOSSIBLE = 0;

/** Any weights do that differ for every pair and from the weights of the pair turned around. */
function weight(previous: number, next: number): number {
  return next === IMPOSSIBLE ? 0 : 1 + ((previous * 7 + next * 13 + previous * next * 3) % 23);
}

/** log P(next | previous) in nats. */
export function toyLogprob(previous: number, next: number): number {
  const total = TOKENS.reduce((sum, _, token) => sum + weight(previous, token), 0);
  return Math.log(weight(previous, next) / total);
}

/** log P of a sequence given its first token. */
export function sequenceLogprob(ids: readonly number[]): number {
  return ids.slice(1).reduce((sum, id, place) => sum + toyLogprob(ids[place] as number, id), 0);
}

/**
 * The longest token first, from the left; anything else is a token of its own.
 *
 * @param special Whether `<user>` and the like are tokens too.
 */
export function toyTokens(text: string, special = true): number[] {
  const ids: number[] = [];
  for (let at = 0; at < text.length;) {
    const fitting = TOKENS.filter(
      (token) => text.startsWith(token, at) && (special || !token.startsWith("<")),
    );
    const longest = fitting.reduce(
      (best, token) => (token.length > best.length ? token : best),
      "",
    );
    ids.push(longest === "" ? 0 : TOKENS.indexOf(longest));
    at += Math.max(longest.length, 1);
  }
  return ids;
}

/** {@link toyChat} as a chat template. */
export const TOY_TEMPLATE =
  "{{ bos_token }}{% for m in messages %}{{ '<' + m.role + '>\n\n' + m.content + eos_token }}{% endfor %}";

/**
 * A chat as the model was taught it, open at the end for the assistant where the user spoke last.
 */
export function toyChat(turns: readonly Turn[]): string {
  const spoken = turns.map(({ role, content }) => `<${role}>\n\n${content}</t>`).join("");
  return `<s>${spoken}${turns.at(-1)?.role === "user" ? "<assistant>\n\n" : ""}`;
}
