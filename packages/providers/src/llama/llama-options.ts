import type { NextTokens, Reply } from "@promptnce/core";
import type { ControlledEvaluateInputItem, Token } from "node-llama-cpp";
import { wrongRequest } from "../errors/errors.ts";
import { chatSpan } from "../scoring/scored-reply.ts";
import type { TokenServer } from "../scoring/token-server.ts";
import type { LlamaFile } from "./llama-file.ts";
import { logprob } from "./llama-scoring.ts";

/** Besides those of the options, so many of the likeliest tokens are kept: they tell where the rest of the mass went. */
const LIKELIEST = 5;

/**
 * Answers with the log-probabilities, at the first token of the answer to one user's turn, of every token of the
 * vocabulary that spells an option, with or without spaces and in any case. A model without a chat template reads the
 * prompt as plain text.
 *
 * @throws ProviderError where an option is no token of the vocabulary, or the prompt fills the context.
 */
export function llamaOptions(file: LlamaFile, tokens: TokenServer, plain: boolean) {
  const { model, sequence } = file;
  const spelled = new Map<string, Token[]>();
  for (const token of model.iterateAllTokens()) {
    const text = model.detokenize([token]).trim().toLowerCase();
    if (/^\p{L}{1,4}$/u.test(text)) spelled.set(text, [...(spelled.get(text) ?? []), token]);
  }
  return async (prompt: string, options: readonly string[]): Promise<Reply> => {
    const wanted = options.flatMap((option) => {
      const found = spelled.get(option.toLowerCase());
      if (found !== undefined) return found;
      throw wrongRequest(
        `The model has no token for ${option}, so that it cannot be read from tokens: read from replies.`,
      );
    });
    // A chat up to where the assistant's answer begins: all before an answer that is found in it.
    const answer = { text: options[0] ?? "", template: "chat", span: "content" } as const;
    const chat = plain ? undefined : await chatSpan(tokens, prompt, answer);
    const ids = chat?.ids.slice(0, chat.from) ?? (await tokens.tokenize(prompt, true));
    if (ids.length > sequence.contextSize) {
      throw wrongRequest(
        `The prompt has ${ids.length} tokens and the model's context holds ${sequence.contextSize}: take a model with a larger context, or raise contextSize where it has one.`,
      );
    }
    await sequence.clearHistory();
    const filter = { tokens: wanted, includeTop: LIKELIEST };
    const input = ids.map((id, place): ControlledEvaluateInputItem => {
      const last = place === ids.length - 1;
      return last ? [id as Token, { generateNext: { logits: { filter }, totalLogitWeight: true } }] : (id as Token);
    });
    const next = (await sequence.controlledEvaluate(input)).at(-1)?.next ?? {};
    // What was read in one piece is no beginning for a text that is scored.
    await sequence.clearHistory();
    const told = Array.from(next.logits?.keys() ?? [], (id) => {
      return { id, text: model.detokenize([id], true), logprob: logprob(id, next) ?? -9999 };
    });
    const text = JSON.stringify({ tokens: told } satisfies NextTokens);
    return { text, stop: "end", usage: { inputTokens: ids.length, outputTokens: 0 } };
  };
}
