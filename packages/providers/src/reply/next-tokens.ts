// The distribution over the next token, as servers with OpenAI's interfaces list it.
import type { NextTokens, Reply } from "@promptnce/core";
import * as z from "zod/mini";
import { at } from "@promptnce/core/json";
import { wrongRequest } from "../errors/errors.ts";

/**
 * The number of tokens a server is asked to list: the maximum of OpenAI's interfaces and vLLM's
 * default maximum.
 */
export const LISTED_TOKENS = 20;

/**
 * The number of tokens that other servers are asked to list first, so that each of 26 letters or 29
 * emotions has a probability. llama.cpp's server lists as many as it is asked for; one that lists
 * fewer says so.
 */
export const MORE_LISTED_TOKENS = 100;

/** Matches an integer that stands alone, not one in a name such as `gpt-5.2` or in a fraction. */
const NUMBER = /(?<![\w.-])\d+(?![\w-]|\.\d)/g;

/**
 * The most tokens that a server lists, taken from its error: xAI 8, Fireworks 5, others 1. Each
 * states the number in its own words; of several numbers it is the largest below the number
 * requested.
 *
 * @returns the usual {@link LISTED_TOKENS} where more were requested and no number is stated;
 *   `undefined` where the error is about something else.
 */
export function fewerListed(error: unknown, wanted: number): number | undefined {
  if (!(error instanceof Error) || ![400, 422].includes(at(error, "status") as number)) return;
  const errorText = `${error.message} ${JSON.stringify(at(error, "error") ?? "")}`;
  if (!/logprobs/i.test(errorText)) return undefined;
  const numbers = (errorText.match(NUMBER) ?? []).map(Number);
  const fewer = numbers.filter((number) => number > 0 && number < wanted);
  if (fewer.length > 0) return Math.max(...fewer);
  return wanted > LISTED_TOKENS ? LISTED_TOKENS : undefined;
}

const tokenList = z.array(z.unknown());

function asNumber(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
}

const listedToken = z.object({
  token: z.string(),
  // Some servers write numbers as texts.
  logprob: z.pipe(z.transform(asNumber), z.number()),
  bytes: z.catch(z.nullish(z.array(z.number())), null),
});

/** The text of a token, which vLLM gives by its id where it is started so, with its bytes. */
function tokenText({ token, bytes }: z.infer<typeof listedToken>): string {
  const isId = /^token_id:\d+$/.test(token) && bytes;
  return isId ? new TextDecoder().decode(Uint8Array.from(bytes)) : token;
}

/**
 * The reply with its most likely first tokens, as received, in place of its text; a refusal is
 * returned unchanged. A token without a log-probability, which servers send as null for minus
 * infinity, is omitted and counts as not listed.
 *
 * @throws ProviderError where no tokens are listed: a retry would not help.
 */
export function nextTokens(reply: Reply, top: unknown, title: string): Reply {
  if (reply.stop === "refusal") return reply;
  const list = tokenList.safeParse(top).data ?? [];
  const found = list.flatMap((one) => listedToken.safeParse(one).data ?? []);
  if (found.length === 0) {
    throw wrongRequest(
      `${title} lists no most likely tokens beside its answer, though asked for top_logprobs: check that the server gives log-probabilities, and that the model answers without thinking; else read from its replies.`,
    );
  }
  const tokens = found.map((one) => ({ text: tokenText(one), logprob: one.logprob }));
  return {
    ...reply,
    text: JSON.stringify({ tokens, top: true } satisfies NextTokens),
    stop: "end",
  };
}
