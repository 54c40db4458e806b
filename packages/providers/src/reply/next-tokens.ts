import type { NextTokens, Reply } from "@promptnce/core";
import * as z from "zod/mini";
import { wrongRequest } from "../errors/errors.ts";

/** How many tokens a server is asked to list: the most that OpenAI's interfaces take, and vLLM unless told otherwise. */
export const LISTED_TOKENS = 20;

const listed = z.array(z.object({ token: z.string(), logprob: z.number() })).check(z.minLength(1));

/**
 * The reply with the most likely first tokens in the place of its text, as they came; a refusal is left as it is.
 *
 * @throws ProviderError where none are listed: asking again would not help.
 */
export function nextTokens(reply: Reply, top: unknown, title: string): Reply {
  if (reply.stop === "refusal") return reply;
  const found = listed.safeParse(top);
  if (!found.success) {
    throw wrongRequest(
      `${title} lists no most likely tokens beside its answer, though asked for top_logprobs: check that the server gives log-probabilities, and that the model answers without thinking; else read from its replies.`,
    );
  }
  const tokens = found.data.map(({ token, logprob }) => ({ text: token, logprob }));
  return { ...reply, text: JSON.stringify({ tokens, top: true } satisfies NextTokens), stop: "end" };
}
