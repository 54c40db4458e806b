import type { Continuation } from "@promptnce/core";
import { chatFrame } from "./chat-frame.ts";
import type { TokenServer, Turn } from "./token-server.ts";
import { unscorable } from "./unscorable.ts";

/** What a model is given to score, and which of its tokens count. */
export interface ScoredSpan {
  readonly ids: readonly number[];
  /** The place of the first token that counts; all from there on do. */
  readonly from: number;
  /** True where a token reaches over the boundary of prompt and text. */
  readonly boundaryMoved: boolean;
}

/**
 * The tokens of a prompt with its continuation, and where the scored ones begin.
 *
 * A chat is put together from ids, so that its boundaries are where they are said to be. A plain
 * text is tokenized as one, as a model would have read it in training; the scored tokens begin where
 * its ids leave those of the prompt alone. Where a vocabulary merges across the boundary, that is
 * before the text begins, and `boundaryMoved` says so. In plain text both spans are the text.
 *
 * @throws ProviderError where there is nothing to score, or nothing that it could be conditioned on.
 */
export async function scoredSpan(server: TokenServer, prompt: string, continuation: Continuation): Promise<ScoredSpan> {
  const { template } = continuation;
  const span = await (template === "chat" ? chatSpan : plainSpan)(server, prompt, continuation);
  if (span.from >= span.ids.length) throw unscorable("the continuation has no token to score");
  if (span.from === 0) {
    throw unscorable(
      "the first token has nothing before it, since the prompt is empty and the model begins no text with a token of its own (BOS): give a prompt that is not empty",
    );
  }
  return span;
}

async function chatSpan(
  server: TokenServer,
  prompt: string,
  { text, system, span }: Continuation,
): Promise<ScoredSpan> {
  const turns: Turn[] = [{ role: "user", content: prompt }];
  if (system !== undefined) turns.unshift({ role: "system", content: system });
  const { header, separator, end } = await chatFrame(server, turns);
  const content = await server.tokenize(text, false);
  const before = [...header, ...separator];
  return span === "content"
    ? { ids: [...before, ...content], from: before.length, boundaryMoved: false }
    : { ids: [...before, ...content, ...end], from: header.length, boundaryMoved: false };
}

async function plainSpan(server: TokenServer, prompt: string, { text }: Continuation): Promise<ScoredSpan> {
  const [alone, ids] = await Promise.all([server.tokenize(prompt, true), server.tokenize(prompt + text, true)]);
  let from = 0;
  while (from < alone.length && alone[from] === ids[from]) from++;
  return { ids, from, boundaryMoved: from < alone.length };
}
