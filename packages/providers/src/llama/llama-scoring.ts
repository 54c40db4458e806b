import type { NextTokens, Reply } from "@promptnce/core";
import type {
  ControlledEvaluateIndexOutput,
  ControlledEvaluateInputItem,
  Token,
} from "node-llama-cpp";
import { wrongRequest } from "../errors/errors.ts";
import { renderChat } from "../scoring/chat-template.ts";
import { chatSpan } from "../scoring/scored-reply.ts";
import {
  KNOWN_IDS,
  sharedLength,
  unscorable,
  usableLogprob,
  type ScoredToken,
  type TokenServer,
} from "../scoring/token-server.ts";
import type { LlamaFile } from "./llama-file.ts";

/**
 * The number of tokens evaluated at a time, always from the same positions of a text. A quantized
 * model gives a token another log-probability in a batch of another size, and a log-likelihood must
 * not depend on earlier requests. With SmolLM2-135M in Q4_1, batches of up to 32 tokens agreed to
 * the digit; larger ones differed by up to .65 nats a token and 1.1 nats over an answer.
 */
const BLOCK = 16;

/**
 * A model file's tokenizer, chat template and log-probabilities.
 *
 * @param template A Jinja template to use instead of the file's own.
 */
export function llamaTokens(
  { model, sequence }: Pick<LlamaFile, "model" | "sequence">,
  template?: string,
): TokenServer {
  const { bos, bosString, eosString, shouldPrependBosToken } = model.tokens;
  const start = shouldPrependBosToken && bos !== null ? [bos] : [];
  const source = template ?? model.fileInfo.metadata.tokenizer?.chat_template;
  const textOf = (ids: readonly number[]): string => model.detokenize(ids as Token[], true);
  // Decoded with the tokens before it, since a token at the start of a text would lose its leading
  // space.
  const textAt = (ids: readonly number[], place: number): string => {
    const before = ids.slice(Math.max(0, place - 4), place) as Token[];
    return model.detokenize([ids[place] as Token], true, before);
  };
  return {
    // Text that looks like a special token is treated as text.
    tokenize: async (text, special) => [...(special ? start : []), ...model.tokenize(text, false)],
    async render(turns) {
      if (source === undefined) {
        throw unscorable("the model's file has no chat template, so use the template plain");
      }
      const written = renderChat({ source, bos: bosString, eos: eosString }, turns);
      const ids = model.tokenize(written, true);
      // The template may write its own BOS or leave it to the tokenizer.
      return { ids: ids[0] === start[0] ? ids : [...start, ...ids], written };
    },
    textOf: async (ids) => textOf(ids),
    async special(text) {
      const [asText, parsed] = [model.tokenize(text, false), model.tokenize(text, true)];
      const first = sharedLength(asText, parsed);
      return first < parsed.length ? textOf(parsed.slice(first, first + 1)) : undefined;
    },
    async score(ids, from) {
      const { contextSize } = sequence;
      if (ids.length > contextSize) {
        throw unscorable(
          `it and its prompt have ${ids.length} tokens, and the context holds ${contextSize}`,
        );
      }
      // Whole blocks shared with the beginning of the previous text are already evaluated.
      const shared = Math.min(sharedLength(sequence.contextTokens, ids), from - 1);
      const kept = shared - (shared % BLOCK);
      await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }]);
      const scored: ScoredToken[] = [];
      // The last token is only predicted; nothing is predicted after it.
      for (let at = kept; at < ids.length - 1; at += BLOCK) {
        const block = ids.slice(at, Math.min(at + BLOCK, ids.length - 1));
        const input = block.map((id, i) => {
          // `includeMax` would be the natural choice for the greatest logit, but is wrong in
          // version 3.22.
          return at + i + 1 < from
            ? (id as Token)
            : readingLogits(id, [ids[at + i + 1] as Token], 1);
        });
        const output = await sequence.controlledEvaluate(input);
        for (const [i, id] of ids.slice(at + 1, at + 1 + block.length).entries()) {
          if (at + i + 1 < from) continue;
          const next = output[i]?.next;
          scored.push({
            id,
            text: textAt(ids, at + i + 1),
            logprob: next === undefined ? null : logprob(id, next),
          });
        }
      }
      return scored;
    },
  };
}

/**
 * One token to evaluate, with a request for the logits of the given next tokens and of the
 * likeliest ones.
 */
function readingLogits(
  id: number,
  tokens: Token[],
  includeTop: number,
): ControlledEvaluateInputItem {
  return [
    id as Token,
    { generateNext: { logits: { filter: { tokens, includeTop } }, totalLogitWeight: true } },
  ];
}

/**
 * The log-probability from the requested logits and `totalLogitWeight`, Σ exp(logit − greatest
 * logit).
 */
function logprob(
  id: number,
  { logits, totalLogitWeight }: ControlledEvaluateIndexOutput["next"],
): number | null {
  const logit = logits?.get(id as Token);
  if (logits === undefined || logit === undefined || totalLogitWeight === undefined) return null;
  return usableLogprob(logit - Math.max(...logits.values()) - Math.log(totalLogitWeight));
}

/**
 * Checks against the whole distribution, which is slow, that known tokens get the right
 * log-probabilities: this interface has been wrong before.
 *
 * @throws ProviderError where they differ.
 */
export async function probeLlama({ sequence }: LlamaFile, tokens: TokenServer): Promise<void> {
  const scored = await tokens.score(KNOWN_IDS, 1);
  await sequence.clearHistory();
  const output = await sequence.controlledEvaluate(
    KNOWN_IDS.map((id) => [id as Token, { generateNext: { probabilities: true } }]),
  );
  const agrees = scored.every(({ id, logprob: found }, place) => {
    const probability = output[place]?.next.probabilities?.get(id as Token) ?? Number.NaN;
    return found !== null && Math.abs(found - Math.log(probability)) < 0.01;
  });
  if (agrees && scored.length === KNOWN_IDS.length - 1) return;
  throw wrongRequest(
    "node-llama-cpp gives log-probabilities that are not those of its own distribution: install version 3.22.1, which is known to give the right ones.",
  );
}

/**
 * How many of the likeliest tokens are kept besides those of the options: they show where the rest
 * of the mass is.
 */
const LIKELIEST = 5;

/**
 * A function that returns the log-probabilities, at the first token of an answer to one user turn
 * (plain text where `plain`), of every token of the vocabulary that spells an option, with or
 * without spaces and in upper or lower case.
 *
 * @throws ProviderError where an option is not a token of the vocabulary, or the prompt fills the
 *   context.
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
    // The chat up to the start of the assistant's answer, located by means of a sample answer.
    const answer = { text: options[0] ?? "", template: "chat", span: "content" } as const;
    const chat = plain ? undefined : await chatSpan(tokens, prompt, answer);
    const ids = chat?.ids.slice(0, chat.from) ?? (await tokens.tokenize(prompt, true));
    if (ids.length > sequence.contextSize) {
      throw wrongRequest(
        `The prompt has ${ids.length} tokens and the model's context holds ${sequence.contextSize}: use a model with a larger context, or raise contextSize if the model allows it.`,
      );
    }
    await sequence.clearHistory();
    const input = ids.map((id, place) =>
      place === ids.length - 1 ? readingLogits(id, wanted, LIKELIEST) : (id as Token),
    );
    const next = (await sequence.controlledEvaluate(input)).at(-1)?.next ?? {};
    // Cleared, since tokens evaluated in one piece cannot be reused for a scored text.
    await sequence.clearHistory();
    const told = Array.from(next.logits?.keys() ?? [], (id) => {
      return { id, text: model.detokenize([id], true), logprob: logprob(id, next) ?? -9999 };
    });
    const text = JSON.stringify({ tokens: told } satisfies NextTokens);
    return { text, stop: "end", usage: { inputTokens: ids.length, outputTokens: 0 } };
  };
}
