import { sha256 } from "#sha256";
import { z } from "zod";
import { wrongRequest } from "../errors/errors.ts";
import { renderChat } from "./chat-template.ts";
import { ENOUGH, forcedLogprob, forcedTokens } from "./forced-tokens.ts";
import {
  type ScoringOptions,
  type ScoringProvider,
  scoringProvider,
  tokenized,
} from "./scoring-provider.ts";
import {
  KNOWN_IDS,
  type ScoredToken,
  sharedLength,
  unscorable,
  usableLogprob,
} from "./token-server.ts";

/** A text that is a token in every vocabulary, and never part of a character. */
const WHOLE = "a";

/**
 * How far the server's probabilities may differ from each other and from a sum of one. It sums them
 * in single precision, in an order that depends on how many it lists: those of 151,936 tokens summed
 * to 1.0011, and one log-probability differed by .0002.
 */
const ROUNDING = 0.01;

/** After three arbitrary tokens no model is this certain of one. */
const CERTAIN = -1e-3;

/**
 * A provider that scores continuations with llama.cpp's server. It returns no log-probabilities of a
 * prompt, but those of tokens that it is made to choose ({@link forcedTokens}): all of a
 * continuation in one call where it knows grammars of tokens, else each in its own. They
 * can be off by a thousandth, since the server sums over the vocabulary in single precision.
 *
 * @example
 * const scorer = llamaServer({ model: "qwen3", baseURL: "http://127.0.0.1:8080" });
 * [scorer.name, scorer.scores]; // → ["llama-server", true]
 */
export function llamaServer(options: ScoringOptions): ScoringProvider {
  let vocabulary = ENOUGH;
  let whole: number | undefined;
  let choosesRuns = false;
  return scoringProvider("llama-server", options, (server) => {
    const { title, call } = server;
    const forced = forcedTokens(server);
    const ids = async (
      content: string,
      add_special: boolean,
      parse_special: boolean,
    ): Promise<readonly number[]> =>
      (await call("/tokenize", { content, add_special, parse_special }, tokenized)).tokens;
    const textOf = async (tokens: readonly number[]): Promise<string> =>
      (await call("/detokenize", { tokens }, detokenized)).content;
    const told = (): Promise<z.output<typeof props>> => call("/props", undefined, props);
    const wholeToken = async (): Promise<number> => {
      whole ??= (await ids(WHOLE, false, false)).at(-1);
      if (whole !== undefined) return whole;
      throw wrongRequest(
        `${title} has no token for ${WHOLE}: check that it is llama.cpp's server.`,
      );
    };
    /** The log-probabilities of tokens after a prompt, none of which ends within a character. */
    const logprobsOf = async (
      prompt: readonly number[],
      wanted: readonly number[],
    ): Promise<readonly (number | null | undefined)[]> => {
      const inOneCall = choosesRuns && wanted.length > 1 ? await forced.run(prompt, wanted) : [];
      const found: (number | null | undefined)[] = inOneCall.map(({ logprob }) => logprob);
      for (const id of wanted.slice(found.length)) {
        const before = [...prompt, ...wanted.slice(0, found.length)];
        found.push(
          await forcedLogprob(forced, before, id, { whole: await wholeToken(), vocabulary }),
        );
      }
      return found;
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
      async score(given, from) {
        const wanted = given.slice(from);
        const texts = await Promise.all(wanted.map((id) => textOf([id])));
        const scored: ScoredToken[] = [];
        for (const run of wholeRuns(texts)) {
          const at = from + scored.length;
          const tokens = given.slice(at, at + run.length);
          const logprobs = await logprobsOf(given.slice(0, at), tokens);
          for (const [place, id] of tokens.entries()) {
            scored.push({
              id,
              text: run[place] as string,
              logprob: usableLogprob(logprobs[place]),
            });
          }
        }
        return scored;
      },
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
        const id = await wholeToken();
        // Each call evaluates the whole prompt, so that all have the same numbers to report.
        const anew = forcedTokens(server, false);
        const next = await anew.listed(KNOWN_IDS, id, vocabulary);
        const listed = next?.top_logprobs ?? [];
        const mass = listed.reduce((sum, { logprob }) => sum + Math.exp(logprob ?? -Infinity), 0);
        const own = listed.find((one) => one.id === id)?.logprob ?? -Infinity;
        const chosen = (await anew.chosen(KNOWN_IDS, id))?.logprob ?? Number.NaN;
        const mistake = probedMistake({ mass, own, chosen });
        if (mistake !== undefined) throw wrongRequest(`${title} ${mistake}.`);
        const run = await anew.run(KNOWN_IDS, [id, id]);
        const differs = Math.abs((run[0]?.logprob ?? Number.NaN) - own) > ROUNDING;
        choosesRuns = run.length === 2 && !differs;
      },
    };
  });
}

interface TokenProbe {
  /** The sum of the probabilities of all tokens. */
  readonly mass: number;
  /** The log-probability of one of them in that list. */
  readonly own: number;
  /** What the server reports of that token where it is made to choose it; NaN if nothing. */
  readonly chosen: number;
}

/** What is wrong with the numbers of a server; `undefined` where they are the model's own. */
function probedMistake({ mass, own, chosen }: TokenProbe): string | undefined {
  if (own > CERTAIN || chosen > CERTAIN)
    return "gives probabilities after sampling, not those of the model: use a version of llama.cpp's server whose n_probs are those before sampling";
  if (Math.abs(mass - 1) > ROUNDING)
    return `gives probabilities that add up to ${mass.toPrecision(3)} over its vocabulary, not 1, so they are no log-probabilities of the model: check that it is llama.cpp's server`;
  if (Math.abs(chosen - own) <= ROUNDING) return undefined;
  return "does not report the log-probability of a token that logit_bias makes it choose: use a newer version of llama.cpp's server";
}

/**
 * The texts of tokens in runs that a server can choose in one call: a token that holds a part of a
 * character is alone.
 */
function wholeRuns(texts: readonly string[]): string[][] {
  const runs: string[][] = [];
  let isOpen = false;
  for (const text of texts) {
    const isWhole = !text.includes("\uFFFD");
    if (isOpen && isWhole) runs.at(-1)?.push(text);
    else runs.push([text]);
    isOpen = isWhole;
  }
  return runs;
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
