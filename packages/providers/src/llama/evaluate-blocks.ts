import type {
  ControlledEvaluateIndexOutput,
  ControlledEvaluateInputItem,
  LlamaContextSequence,
  Token,
} from "node-llama-cpp";
import { sharedLength } from "../scoring/token-server.ts";

/**
 * The number of tokens evaluated at a time, always from the same positions of a text. A quantized
 * model gives a token another log-probability in a batch of another size, and a log-likelihood must
 * not depend on earlier requests. With SmolLM2-135M in Q4_1, batches of up to 32 tokens agreed to
 * the digit; larger ones differed by up to .65 nats a token and 1.1 nats over an answer.
 */
const BLOCK = 16;

/** What is read of the distribution over the token that follows one. */
export type NextTokenReading = Extract<
  ControlledEvaluateInputItem,
  readonly unknown[]
>[1]["generateNext"];

/**
 * What the model says after the tokens for which `reading` asks, at their places. Whole blocks
 * shared with the beginning of the previous text are not evaluated again, up to the first token
 * that is read.
 */
export async function evaluateBlocks(
  sequence: LlamaContextSequence,
  ids: readonly number[],
  reading: (place: number) => NextTokenReading,
): Promise<ControlledEvaluateIndexOutput[]> {
  const items = ids.map((id, place): ControlledEvaluateInputItem => {
    const generateNext = reading(place);
    return generateNext === undefined ? (id as Token) : [id as Token, { generateNext }];
  });
  const firstRead = items.findIndex((item) => typeof item !== "number");
  const shared = Math.min(sharedLength(sequence.contextTokens, ids), firstRead);
  const kept = shared - (shared % BLOCK);
  await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }]);
  const output: ControlledEvaluateIndexOutput[] = [];
  for (let at = kept; at < ids.length; at += BLOCK) {
    const told = await sequence.controlledEvaluate(items.slice(at, at + BLOCK));
    for (const [i, one] of told.entries()) {
      if (one !== undefined) output[at + i] = one;
    }
  }
  return output;
}
