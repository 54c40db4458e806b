import type { Continuation, Reply } from "@promptnce/core";
import { at } from "../call/untyped-json.ts";
import { type ProviderError, wrongRequest } from "../errors/errors.ts";
import type { TokenServer, Turn } from "./token-server.ts";

/**
 * A continuation's log-probability as a reply. A token without a usable one is kept with null:
 * whoever reads the reply must refuse it, and can say which token it was.
 *
 * @throws ProviderError where there is nothing to score, or nothing that it could be conditioned on.
 */
export async function scoredReply(server: TokenServer, prompt: string, continuation: Continuation): Promise<Reply> {
  const span = continuation.template === "chat" ? chatSpan : plainSpan;
  const { ids, from, boundaryMoved } = await span(server, prompt, continuation);
  if (from >= ids.length) throw unscorable("the continuation has no token to score");
  if (from === 0) {
    throw unscorable(
      "the first token has nothing before it, since the prompt is empty and the model begins no text with a token of its own (BOS): give a prompt that is not empty",
    );
  }
  const tokens = await server.score(ids, from);
  const text = JSON.stringify({ tokens, ...(boundaryMoved && { boundaryMoved }) });
  return { text, stop: "end", usage: { inputTokens: ids.length, outputTokens: 0 } };
}

/** The error of a text that no log-probability can be had of; asking again does not help. */
export function unscorable(reason: string): ProviderError {
  return wrongRequest(`This continuation cannot be scored: ${reason}.`);
}

/**
 * What a model is given to score, and `from` which place on its tokens count. A plain text is tokenized as one, as a
 * model would have read it in training; the scored tokens begin where its ids leave those of the prompt alone. Where a
 * vocabulary merges across the boundary, that is before the text begins, and `boundaryMoved` says so. Both spans are the
 * text.
 */
async function plainSpan(server: TokenServer, prompt: string, { text }: Continuation) {
  const [alone, ids] = await Promise.all([server.tokenize(prompt, true), server.tokenize(prompt + text, true)]);
  const from = sharedLength(alone, ids);
  return { ids, from, boundaryMoved: from < alone.length };
}

/** A chat is put together from ids, so that its boundaries are where they are said to be. */
async function chatSpan(server: TokenServer, prompt: string, continuation: Continuation) {
  const { text, system, span } = continuation;
  const turns: Turn[] = [{ role: "user", content: prompt }];
  if (system !== undefined) turns.unshift({ role: "system", content: system });
  const { header, separator, end } = await chatFrame(server, turns);
  const ids = [...header, ...separator, ...(await server.tokenize(text, false))];
  return span === "content"
    ? { ids, from: header.length + separator.length, boundaryMoved: false }
    : { ids: [...ids, ...end], from: header.length, boundaryMoved: false };
}

/** Two texts that share no beginning and no end, in any vocabulary. */
const STANDING_IN = ["a", "b"] as const;

/**
 * What a model's chat template puts around the assistant's answer to these turns, found out from
 * two renderings that differ in the answer only, so that no template need be known. A turn of the
 * user follows in both, since servers leave the last turn of an assistant open.
 *
 * The header is all up to and with the assistant's; the separator is the white space behind it, which may be empty; the
 * end runs from behind the text through the token that ends the turn, the first that is not white space.
 *
 * @throws ProviderError where the template leaves the answer out or puts nothing behind it.
 */
async function chatFrame(server: TokenServer, turns: readonly Turn[]) {
  const [a = [], b = []] = await Promise.all(
    STANDING_IN.map((content) =>
      server.render([...turns, { role: "assistant", content }, { role: "user", content: STANDING_IN[0] }]),
    ),
  ).catch(refuseChat);
  const start = sharedLength(a, b);
  // Never counted twice.
  const rest = Math.min(a.length, b.length) - start;
  const behindLength = Math.min(rest, sharedLength(a.toReversed(), b.toReversed()));
  const before = start === a.length ? [] : a.slice(0, start);
  const behind = start === a.length ? [] : a.slice(a.length - behindLength);
  const isBlank = async (id: number | undefined): Promise<boolean> =>
    id !== undefined && (await server.pieces([id])).join("").trim() === "";
  let split = before.length;
  while (await isBlank(before[split - 1])) split--;
  let last = 0;
  while (await isBlank(behind[last])) last++;
  if (split === 0 || last >= behind.length) {
    throw unscorable("the chat template shows no place and end of the assistant's turn: use plain");
  }
  return { header: before.slice(0, split), separator: before.slice(split), end: behind.slice(0, last + 1) };
}

/** Throws the error of a rendering; where a server refused it the error says what works. */
function refuseChat(error: unknown): never {
  if (error instanceof Error && [400, 404, 422].some((status) => status === at(error, "status"))) {
    error.message +=
      " (It did not put a chat into its model's form. The template plain needs none; else start it with a chat template that takes these turns.)";
  }
  throw error;
}

/** How many ids two sequences share from their beginning. */
function sharedLength(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
