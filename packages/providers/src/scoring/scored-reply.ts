import type { Continuation, Reply } from "@promptnce/core";
import { at } from "@promptnce/core/json";
import { bytesHeld, lastToken, type ConversationTokens, tokenOfByte } from "./token-places.ts";
import {
  type ScoredSpan,
  sharedLength,
  type TokenServer,
  type Turn,
  unscorable,
} from "./token-server.ts";

/**
 * A continuation's log-likelihood as a reply. A token without a usable log-probability is kept with
 * null: the reader must refuse the reply, and can name the token.
 *
 * @throws ProviderError where there is nothing to score, or nothing to condition on.
 */
export async function scoredReply(
  server: TokenServer,
  prompt: string,
  continuation: Continuation,
): Promise<Reply> {
  const span = continuation.template === "chat" ? chatSpan : plainSpan;
  const { ids, from, before, boundaryMoved } = await span(server, prompt, continuation);
  if (from >= ids.length) throw unscorable("the continuation has no token to score");
  if (from === 0) {
    throw unscorable(
      "the first token has nothing before it, since the prompt is empty and the model begins no text with a token of its own (BOS): give a prompt that is not empty",
    );
  }
  const tokens = await server.score(ids, from);
  const text = JSON.stringify({
    ...(before !== undefined && { before }),
    tokens,
    ...(boundaryMoved && { boundaryMoved }),
  });
  return { text, stop: "end", usage: { inputTokens: ids.length, outputTokens: 0 } };
}

/**
 * Prompt and text are tokenized as one plain text, as a model would have read it in training. The
 * scored tokens start where its ids depart from those of the prompt alone. If the vocabulary merges
 * across the boundary, they start before the text, and `boundaryMoved` is true. Both kinds of span
 * are the text itself.
 */
async function plainSpan(
  server: TokenServer,
  prompt: string,
  { text }: Continuation,
): Promise<ScoredSpan> {
  const [alone, ids] = await Promise.all([
    server.tokenize(prompt, true),
    server.tokenize(prompt + text, true),
  ]);
  const from = sharedLength(alone, ids);
  return { ids, from, boundaryMoved: from < alone.length };
}

/**
 * The span of the assistant's answer in a chat. The whole conversation, as the model's template
 * writes it, is tokenized once, and the answer located by its position in the text. Anything the
 * template puts before the answer, including white space, does not count. Where the span is the
 * turn, the tokens after the answer count as well, up to the first that is not white space.
 *
 * @throws ProviderError where the template omits, moves or changes the messages, where the ids
 *   decode to another text, or where part of a message would be read as a special token.
 */
export async function chatSpan(
  server: TokenServer,
  prompt: string,
  { text, system, span }: Continuation,
): Promise<ScoredSpan> {
  const turns: Turn[] = [
    ...(system === undefined ? [] : [{ role: "system", content: system } as const]),
    { role: "user", content: prompt },
  ];
  for (const { role, content } of [...turns, { role: "assistant", content: text }]) {
    const special = await server.special(content);
    if (special === undefined) continue;
    throw unscorable(
      `the text of the ${role} holds ${special}, which this model reads as a token of its own: use the template plain, or another spelling`,
    );
  }
  const [rendered, other] = await Promise.all([
    rendering(server, turns, text),
    rendering(server, turns, standIn(text)),
  ]);
  const [start, end] = difference(rendered.text, other.text);
  checkTurns(rendered.text, [...turns, { role: "assistant", content: text }], start, end);
  const [firstByte, lastByte] = [start, end].map((place) =>
    Buffer.byteLength(rendered.text.slice(0, place)),
  ) as [number, number];
  const from = await tokenOfByte(server, rendered, firstByte + 1);
  const behind = (await lastToken(server, rendered, end)) + 1;
  const to = span === "content" ? behind : await endOfTurn(server, rendered.ids, behind);
  const [before, through] = (await Promise.all(
    [from, behind].map((place) => server.textOf(rendered.ids.slice(0, place))),
  )) as [string, string];
  // Many vocabularies merge a space before the answer with its first word into one token.
  const spaceBefore = rendered.text[start - 1] === " " ? 1 : 0;
  const early = firstByte - bytesHeld(before, rendered.text) > spaceBefore;
  return {
    ids: rendered.ids.slice(0, to),
    from,
    before,
    boundaryMoved: early || bytesHeld(through, rendered.text) > lastByte,
  };
}

/**
 * The ids of a conversation with this answer, and the text that they decode to.
 *
 * @throws ProviderError where this differs from what the template wrote, apart from white space
 *   around special tokens.
 */
async function rendering(
  server: TokenServer,
  turns: readonly Turn[],
  content: string,
): Promise<ConversationTokens> {
  const { ids, written } = await server
    .render([...turns, { role: "assistant", content }])
    .catch(refuseChat);
  const text = await server.textOf(ids);
  // The token that starts every text (BOS) may come from the tokenizer.
  if (written === undefined || unspaced(text).endsWith(unspaced(written))) return { ids, text };
  throw unscorable(
    "the token ids of the chat do not give its text back, so no position in it is known",
  );
}

/**
 * Throws a rendering's error; if a server rejected the rendering, the message adds what does work.
 */
function refuseChat(error: unknown): never {
  if (error instanceof Error && [400, 404, 422].some((status) => status === at(error, "status"))) {
    error.message +=
      " (It did not put a chat into its model's form. The template plain needs none; else start it with a chat template that takes these turns.)";
  }
  throw error;
}

/**
 * The text without white space, which some vocabularies add after a special token and others
 * remove.
 */
function unspaced(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** A replacement text that differs in its first and last letter. */
function standIn(text: string): string {
  const trimmed = text.trim();
  return ["a", "b", "c"].find(
    (letter) => !trimmed.startsWith(letter) && !trimmed.endsWith(letter),
  ) as string;
}

/** The start and end, in the first text, of the part that differs from the second. */
function difference(one: string, other: string): readonly [start: number, end: number] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) {
    start++;
  }
  let same = 0;
  while (
    same < Math.min(one.length, other.length) - start &&
    one.at(-1 - same) === other.at(-1 - same)
  )
    same++;
  return [start, one.length - same];
}

/**
 * Checks that the text contains all messages in order and unchanged, apart from white space around
 * them.
 */
function checkTurns(text: string, turns: readonly Turn[], start: number, end: number): void {
  let place = 0;
  for (const { role, content } of turns) {
    const wanted = content.trim();
    if (role === "assistant") {
      if (wanted === "") throw unscorable("the continuation has no token to score");
      if (text.slice(start, end).trim() === wanted) continue;
    } else {
      const found = text.indexOf(wanted, place);
      place = found + wanted.length;
      if (found >= 0 && place <= start) continue;
    }
    throw unscorable(
      `the model's chat template leaves out, moves or changes the text of the ${role}: use the template plain, or another model`,
    );
  }
}

/** The position after the token that ends the turn: the first one that is not white space. */
async function endOfTurn(
  server: TokenServer,
  ids: readonly number[],
  behind: number,
): Promise<number> {
  for (let end = behind; end < ids.length; end++) {
    if ((await server.textOf(ids.slice(end, end + 1))).trim() !== "") return end + 1;
  }
  throw unscorable(
    "the chat template puts nothing after the assistant's turn to end it: use the span content",
  );
}
