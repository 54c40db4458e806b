import type { NextTokens, Reply } from "@promptnce/core";
import type { ControlledEvaluateIndexOutput, Token } from "node-llama-cpp";
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
import { evaluateBlocks, type NextTokenReading } from "./evaluate-blocks.ts";
import type { LlamaFile } from "./llama-file.ts";

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
      // The last token is only predicted; nothing is predicted after it.
      const output = await evaluateBlocks(sequence, ids.slice(0, -1), (place) =>
        // `includeMax` would be the natural choice for the greatest logit, but is wrong in
        // version 3.22.
        place + 1 < from ? undefined : readingLogits([ids[place + 1] as Token], 1),
      );
      return ids.slice(from).map((id, i): ScoredToken => {
        const next = output[from - 1 + i]?.next;
        return {
          id,
          text: textAt(ids, from + i),
          logprob: next === undefined ? null : logprob(id, next),
        };
      });
    },
  };
}

/** A request for the logits of the given next tokens and of the likeliest ones. */
function readingLogits(tokens: Token[], includeTop: number): NextTokenReading {
  return { logits: { filter: { tokens, includeTop } }, totalLogitWeight: true };
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
    const output = await evaluateBlocks(sequence, ids, (place) =>
      place === ids.length - 1 ? readingLogits(wanted, LIKELIEST) : undefined,
    );
    const next = output.at(-1)?.next ?? {};
    const told = Array.from(next.logits?.keys() ?? [], (id) => {
      return { id, text: model.detokenize([id], true), logprob: logprob(id, next) ?? -9999 };
    });
    const text = JSON.stringify({ tokens: told } satisfies NextTokens);
    return { text, stop: "end", usage: { inputTokens: ids.length, outputTokens: 0 } };
  };
}
