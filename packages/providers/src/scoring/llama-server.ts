import { sha256 } from "#sha256";
import { z } from "zod";
import { wrongRequest } from "../errors/errors.ts";
import { renderChat } from "./chat-template.ts";
import {
  type ScoringOptions,
  type ScoringProvider,
  scoringProvider,
  tokenized,
} from "./scoring-provider.ts";
import { KNOWN_IDS, usableLogprob, sharedLength, unscorable } from "./token-server.ts";

/** More tokens than any vocabulary has, for a server that does not state its vocabulary's size. */
const ENOUGH = 300_000;

/** A text that is a token in every vocabulary, and the bias that forces its choice. */
const [WHOLE, FORCED] = ["a", 1e6];

/**
 * A provider that scores continuations with llama.cpp's server, by one call for each token, since
 * the server returns no log-probabilities of a prompt. It is exact, but slow for large
 * vocabularies; running the GGUF file in process is faster.
 */
export function llamaServer(options: ScoringOptions): ScoringProvider {
  let vocabulary = ENOUGH;
  let whole: number | undefined;
  return scoringProvider("llama-server", options, ({ title, call }) => {
    const ids = async (
      content: string,
      add_special: boolean,
      parse_special: boolean,
    ): Promise<readonly number[]> =>
      (await call("/tokenize", { content, add_special, parse_special }, tokenized)).tokens;
    const textOf = async (tokens: readonly number[]): Promise<string> =>
      (await call("/detokenize", { tokens }, detokenized)).content;
    const told = (): Promise<z.output<typeof props>> => call("/props", undefined, props);
    /** A token that does not end within a character. */
    const wholeToken = async (): Promise<number> => {
      whole ??= (await ids(WHOLE, false, false)).at(-1);
      if (whole !== undefined) return whole;
      throw wrongRequest(
        `${title} has no token for ${WHOLE}: check that it is llama.cpp's server.`,
      );
    };
    /**
     * The model's distribution over the token after `prompt`. The server sends none if the token it
     * chooses is part of a character, so a whole token is forced; the listed distribution is the
     * one before that bias.
     */
    const distribution = async (
      prompt: readonly number[],
    ): Promise<z.output<typeof candidate>[]> => {
      const body = {
        prompt,
        n_predict: 1,
        n_probs: vocabulary,
        temperature: 0,
        cache_prompt: true,
        logit_bias: [[await wholeToken(), FORCED]],
      };
      const { completion_probabilities: steps } = await call("/completion", body, stepped);
      return steps?.[0]?.top_logprobs ?? [];
    };
    return {
      // What looks like a special token in a text is text.
      tokenize: (text, special) => ids(text, special, false),
      async render(messages) {
        // `/apply-template` would write today's date and leave the last answer open.
        const { chat_template: source, bos_token: bos, eos_token: eos } = await told();
        if (!source)
          throw unscorable(
            "the server knows no chat template of its model, so use the template plain",
          );
        const written = renderChat({ source, bos, eos }, messages);
        const [[first], rendered] = await Promise.all([
          ids("", true, false),
          ids(written, true, true),
        ]);
        // The template may write a BOS of its own, to which tokenizing adds another.
        const twice = first !== undefined && rendered[0] === first && rendered[1] === first;
        return { ids: twice ? rendered.slice(1) : rendered, written };
      },
      textOf,
      async special(text) {
        const [asText, parsed] = await Promise.all([
          ids(text, false, false),
          ids(text, false, true),
        ]);
        const first = sharedLength(asText, parsed);
        return first < parsed.length ? textOf(parsed.slice(first, first + 1)) : undefined;
      },
      score: (given, from) =>
        Array.fromAsync(given.slice(from).entries(), async ([offset, id]) => {
          const found = (await distribution(given.slice(0, from + offset))).find(
            (one) => one.id === id,
          );
          return { id, text: await textOf([id]), logprob: usableLogprob(found?.logprob) };
        }),
      async about() {
        const {
          model_path: path = "",
          chat_template: source,
          default_generation_settings: usual,
        } = await told();
        const template = source && sha256(source).slice(0, 16);
        return { file: path.replace(/^.*[\\/]/, ""), template, context: usual?.n_ctx };
      },
      async probe() {
        const known = models.safeParse(await call("/v1/models", undefined, z.unknown()));
        vocabulary = known.data?.data[0]?.meta?.n_vocab ?? ENOUGH;
        const next = await distribution(KNOWN_IDS);
        const mass = next.reduce((sum, { logprob }) => sum + Math.exp(logprob ?? -Infinity), 0);
        // After three arbitrary tokens no model is that certain.
        const forced = next.find(({ id }) => id === whole)?.logprob ?? -Infinity;
        if (forced > -1e-3) {
          throw wrongRequest(
            `${title} gives probabilities after sampling, not those of the model: use a version of llama.cpp's server whose n_probs are those before sampling.`,
          );
        }
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

const props = z.object({
  model_path: z.string().optional(),
  default_generation_settings: z.object({ n_ctx: z.number().optional() }).optional(),
  chat_template: z.string().nullish(),
  bos_token: z.string().nullish(),
  eos_token: z.string().nullish(),
});

const detokenized = z.object({ content: z.string() });

const candidate = z.object({ id: z.number().int(), logprob: z.number().nullable() });

const stepped = z.object({
  completion_probabilities: z.array(z.object({ top_logprobs: z.array(candidate) })).nullish(),
});
