import type { Continuation, Reply } from "@promptnce/core";
import { chatSpan } from "./chat-span.ts";
import { type ScoredSpan, type TokenServer, sharedLength, unscorable } from "./token-server.ts";

/**
 * A continuation's log-probability as a reply. A token without a usable one is kept with null:
 * whoever reads the reply must refuse it, and can say which token it was.
 *
 * @throws ProviderError where there is nothing to score, or nothing that it could be conditioned on.
 */
export async function scoredReply(server: TokenServer, prompt: string, continuation: Continuation): Promise<Reply> {
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
 * A plain text is tokenized as one, as a model would have read it in training; the scored tokens
 * begin where its ids leave those of the prompt alone. Where a vocabulary merges across the
 * boundary, that is before the text begins, and `boundaryMoved` says so. Both spans are the text.
 */
async function plainSpan(server: TokenServer, prompt: string, { text }: Continuation): Promise<ScoredSpan> {
  const [alone, ids] = await Promise.all([server.tokenize(prompt, true), server.tokenize(prompt + text, true)]);
  const from = sharedLength(alone, ids);
  return { ids, from, boundaryMoved: from < alone.length };
}
