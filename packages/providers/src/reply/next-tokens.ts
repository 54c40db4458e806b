// The distribution over the next token, as servers of OpenAI's interfaces list it.
import type { NextTokens, Reply } from "@promptnce/core";
import * as z from "zod/mini";
import { at } from "../call/untyped-json.ts";
import { wrongRequest } from "../errors/errors.ts";

/** How many tokens a server is asked to list: the most that OpenAI's interfaces take, and vLLM unless told otherwise. */
export const LISTED_TOKENS = 20;

/** A whole number that stands by itself: none of a name, as `gpt-5.2`, nor of a fraction. */
const NUMBER = /(?<![\w.-])\d+(?![\w-]|\.\d)/g;

/**
 * How many tokens a server lists at most, by the error that it answered with to more: xAI 8, Fireworks 5, others 1. All
 * say the number, each in its words; of several it is the largest that is less than what was asked for.
 *
 * @returns `undefined` where the error is about something else.
 */
export function fewerListed(error: unknown, asked: number): number | undefined {
  if (!(error instanceof Error) || ![400, 422].includes(at(error, "status") as number)) return;
  const said = `${error.message} ${JSON.stringify(at(error, "error") ?? "")}`;
  if (!/logprobs/i.test(said)) return undefined;
  const numbers = (said.match(NUMBER) ?? []).map(Number);
  const fewer = numbers.filter((number) => number > 0 && number < asked);
  return fewer.length === 0 ? undefined : Math.max(...fewer);
}

const tokenList = z.array(z.unknown());

const listedToken = z.object({ token: z.string(), logprob: z.number() });

/**
 * The reply with the most likely first tokens in the place of its text, as they came; a refusal is left as it is. One
 * without a log-probability, which servers send as null for minus infinity, is left out and counts as not listed.
 *
 * @throws ProviderError where none are listed: asking again would not help.
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
  const tokens = found.map(({ token, logprob }) => ({ text: token, logprob }));
  return {
    ...reply,
    text: JSON.stringify({ tokens, top: true } satisfies NextTokens),
    stop: "end",
  };
}
