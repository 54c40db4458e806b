import { at } from "@promptnce/core/json";
import { z } from "zod";
import type { ScoringServer } from "./scoring-provider.ts";

/** More tokens than any vocabulary has, for a server that does not state its vocabulary's size. */
export const ENOUGH = 300_000;

/** The number of likeliest tokens that is listed before the whole vocabulary is. */
const LIKELIEST = 100;

/** The bias that makes the server choose a token, whatever the model says. */
const FORCED = 1e6;

type Ids = readonly number[];

interface Candidate {
  readonly id: number;
  readonly logprob: number | null;
}

/** The token that a server chose, with its log-probability and those of the likeliest tokens. */
interface Step {
  readonly id?: number | undefined;
  readonly logprob?: number | null | undefined;
  readonly top_logprobs: readonly Candidate[];
}

/**
 * Log-probabilities from llama.cpp's server, which gives those of tokens that it chooses: it is made
 * to choose the wanted ones, and reports what the model gave them before that.
 */
interface ForcedTokens {
  /** The server's report on the choice of this token after the prompt; none within a character. */
  chosen(prompt: Ids, id: number): Promise<Step | undefined>;
  /** The likeliest tokens after the prompt, listed by a server that chooses `whole`. */
  listed(prompt: Ids, whole: number, count: number): Promise<Step | undefined>;
  /**
   * The reports on the choice of these tokens, one after the other, in one call: as far as the
   * server chose them, and none where it does not know such grammars (before December 2025).
   */
  run(prompt: Ids, ids: Ids): Promise<readonly Step[]>;
}

/**
 * The calls of `/completion` that force a choice.
 *
 * @param cached Whether the server may keep what it evaluated of an earlier prompt. A quantized
 *   model then gives a token another log-probability, by up to some tenths, since what is left of the
 *   prompt is a batch of another size.
 */
export function forcedTokens({ call }: ScoringServer, cached = true): ForcedTokens {
  const steps = async (
    prompt: Ids,
    count: number,
    forced: number,
    more: object = {},
  ): Promise<readonly Step[]> => {
    const body = {
      prompt,
      n_predict: 1,
      n_probs: count,
      temperature: 0,
      cache_prompt: cached,
      logit_bias: [[forced, FORCED]],
      response_fields: ["completion_probabilities"],
      ...more,
    };
    return (await call("/completion", body, completion)).completion_probabilities ?? [];
  };
  return {
    async chosen(prompt, id) {
      const [one] = await steps(prompt, 1, id);
      return isChoiceOf(one, id) ? one : undefined;
    },
    async listed(prompt, whole, count) {
      const [one] = await steps(prompt, count, whole);
      return one;
    },
    async run(prompt, ids) {
      const last = ids.at(-1);
      if (last === undefined) return [];
      // A token that ends a turn is allowed only where the grammar may have ended, so the last
      // token is optional there, and forced.
      const rule = [...ids.slice(0, -1).map(tokenRule), `(${tokenRule(last)})?`].join(" ");
      const more = { n_predict: ids.length, grammar: `root ::= ${rule}` };
      const made = await steps(prompt, 1, last, more).catch(noneIfRefused);
      const differing = ids.findIndex((id, place) => !isChoiceOf(made[place], id));
      return differing < 0 ? made.slice(0, ids.length) : made.slice(0, differing);
    },
  };
}

/**
 * The log-probability of one token after a prompt, as received. The server reports no choice of a
 * token that ends within a character, so that is found in the list, of all tokens if need be.
 *
 * @param whole A token that ends no text within a character.
 */
export async function forcedLogprob(
  tokens: ForcedTokens,
  prompt: Ids,
  id: number,
  { whole, vocabulary }: { readonly whole: number; readonly vocabulary: number },
): Promise<number | null | undefined> {
  const chosen = await tokens.chosen(prompt, id);
  if (chosen !== undefined) return chosen.logprob;
  for (const count of [LIKELIEST, vocabulary]) {
    const listed = (await tokens.listed(prompt, whole, count))?.top_logprobs;
    const found = listed?.find((one) => one.id === id);
    if (found !== undefined) return found.logprob;
  }
  return undefined;
}

/** A server that drafts with another model lists nothing beside a drafted token, and calls it sure. */
function isChoiceOf(one: Step | undefined, id: number): one is Step {
  return one !== undefined && one.id === id && one.top_logprobs.length > 0;
}

function tokenRule(id: number): string {
  return `<[${id}]>`;
}

/** No steps where the server refuses the request, which only an unknown grammar explains. */
function noneIfRefused(error: unknown): readonly Step[] {
  if (at(error, "status") === 400) return [];
  throw error;
}

const candidate: z.ZodType<Candidate> = z.object({
  id: z.number().int(),
  logprob: z.number().nullable(),
});

const step = z.object({
  id: z.number().int().optional(),
  logprob: z.number().nullish(),
  top_logprobs: z.array(candidate),
});

const completion = z.object({ completion_probabilities: z.array(step).nullish() });
