import type { Provider } from "@promptnce/core";
import { z } from "zod";
import { wrongRequest } from "../errors/errors.ts";
import { type ScoringOptions, scoringProvider, tokenized } from "./scoring-provider.ts";
import { KNOWN_IDS, type ScoredToken, usableLogprob } from "./token-server.ts";

/** More tokens than any vocabulary has, for a server that does not say how many its own has. */
const ENOUGH = 300_000;

/**
 * Scores continuations with a model behind llama.cpp's server, which gives no log-probability of a
 * prompt: one call a token, each with the distribution over the whole vocabulary. Exact, and slow
 * for large vocabularies; a GGUF file is faster in process.
 */
export function llamaServer(options: ScoringOptions): Provider {
  let vocabulary = ENOUGH;
  return scoringProvider("llama-server", options, ({ title, call }) => {
    const ids = async (content: string, add_special: boolean, parse_special: boolean): Promise<readonly number[]> =>
      (await call("/tokenize", { content, add_special, parse_special }, tokenized)).tokens;
    const piece = async (id: number): Promise<string> =>
      (await call("/detokenize", { tokens: [id] }, detokenized)).content;
    /**
     * The distribution of the token behind these; empty where the server sends none, as it does
     * where the token that it would choose ends within a character.
     */
    const distribution = async (prompt: readonly number[]): Promise<z.output<typeof candidate>[]> => {
      const body = { prompt, n_predict: 1, n_probs: vocabulary, temperature: 0, cache_prompt: true };
      const { completion_probabilities: steps } = await call("/completion", body, stepped);
      return steps?.[0]?.top_logprobs ?? [];
    };
    return {
      // What looks like a special token in a text is text.
      tokenize: (text, special) => ids(text, special, false),
      async render(messages) {
        const { prompt } = await call("/apply-template", { messages }, applied);
        const [[bos], rendered] = await Promise.all([ids("", true, false), ids(prompt, true, true)]);
        // Some versions leave the template's own BOS in the text, and tokenizing adds another.
        return bos !== undefined && rendered[0] === bos && rendered[1] === bos ? rendered.slice(1) : rendered;
      },
      pieces: (given) => Promise.all(given.map(piece)),
      async score(given, from) {
        const scored: ScoredToken[] = [];
        for (const [offset, id] of given.slice(from).entries()) {
          const found = (await distribution(given.slice(0, from + offset))).find((one) => one.id === id);
          scored.push({ id, text: await piece(id), logprob: usableLogprob(found?.logprob) });
        }
        return scored;
      },
      async probe() {
        const known = models.safeParse(await call("/v1/models", undefined, z.unknown()));
        vocabulary = known.data?.data[0]?.meta?.n_vocab ?? ENOUGH;
        const next = await distribution(KNOWN_IDS);
        const mass = next.reduce((sum, { logprob }) => sum + Math.exp(logprob ?? -Infinity), 0);
        if (Math.abs(mass - 1) <= 1e-3) return;
        throw wrongRequest(
          `${title} gives probabilities that add up to ${mass.toPrecision(3)} over its vocabulary, not 1, so they are no log-probabilities of the model: check that it is llama.cpp's server.`,
        );
      },
    };
  });
}

const models = z.object({
  data: z.array(z.object({ meta: z.object({ n_vocab: z.number().int().positive() }).nullish() })),
});

const applied = z.object({ prompt: z.string() });

const detokenized = z.object({ content: z.string() });

const candidate = z.object({ id: z.number().int(), logprob: z.number().nullable() });

const stepped = z.object({
  completion_probabilities: z.array(z.object({ top_logprobs: z.array(candidate) })).nullish(),
});
