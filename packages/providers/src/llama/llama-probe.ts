import type { Token } from "node-llama-cpp";
import type { LlamaFile } from "./llama-file.ts";
import { ProviderError } from "../errors/errors.ts";
import type { TokenServer } from "../scoring/token-server.ts";

/**
 * Checks that three known tokens score as the whole distribution says, the slow way: the logits
 * come through an interface that has been wrong before.
 *
 * @throws ProviderError where they do not.
 */
export async function probeLlama({ sequence }: LlamaFile, tokens: TokenServer): Promise<void> {
  const scored = await tokens.score(KNOWN, 1);
  await sequence.clearHistory();
  const output = await sequence.controlledEvaluate(
    KNOWN.map((id) => [id as Token, { generateNext: { probabilities: true } }]),
  );
  const agrees = scored.every(({ id, logprob }, place) => {
    const probability = output[place]?.next.probabilities?.get(id as Token) ?? Number.NaN;
    return logprob !== null && Math.abs(logprob - Math.log(probability)) < 0.01;
  });
  if (agrees && scored.length === KNOWN.length - 1) return;
  throw new ProviderError(
    "node-llama-cpp gives log-probabilities that are not those of its own distribution: install version 3.22.1, which is known to give the right ones.",
    { kind: "request", retryable: false },
  );
}

/** Three ids that every vocabulary has. */
const KNOWN: readonly number[] = [1, 2, 3];
