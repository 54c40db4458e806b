import type { Reply } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";

/**
 * How an answer is obtained: from the text of a reply, held to a schema or not, as the
 * log-likelihood of a given text, from the masses of options at the next token, or from those of a
 * decision model.
 */
export type AnswerForm = "reply" | "structured" | "score" | "tokens" | "decisions";

interface RequestForm {
  readonly continuation?: unknown;
  readonly options?: unknown;
  readonly decision?: unknown;
  readonly schema?: unknown;
}

/**
 * Why a reply is of little or no use, in the words by which such replies are grouped, and what may
 * help.
 */
export interface Advice {
  readonly why: string;
  readonly advice: Sentence;
}

/** The form of the answer to a request or a wording. */
export function mannerOf({ continuation, options, decision, schema }: RequestForm): AnswerForm {
  if (continuation !== undefined) return "score";
  if (decision !== undefined) return "decisions";
  if (options !== undefined) return "tokens";
  return schema === undefined ? "reply" : "structured";
}

/**
 * Either makes another request of each question, since a reply that was cut is final under its
 * limit.
 */
const MORE_TOKENS: Sentence = (write) =>
  `allow longer replies with ${write("maxTokens")}, or give a lower ${write("effort")}: every question is then asked anew`;

/** Advice where the way a reply ended is the reason, whatever its text. */
const ENDS: ReadonlyMap<Reply["stop"], Advice> = new Map([
  ["length", { why: "it was cut off at the token limit", advice: MORE_TOKENS }],
  [
    "refusal",
    {
      why: "the model refused to answer",
      advice: "another model, or a wording that it takes, may help",
    },
  ],
]);

const BY_MANNER: Readonly<Record<AnswerForm, string>> = {
  reply:
    "structured mode, which holds replies to a schema if the model or server takes one, or another model, may help",
  structured:
    "another model, or a server that holds replies to their schema, may help; so may faithful mode, which asks for JSON in words alone",
  score: "a text without a chat (gem:+plain), or another server or model, may help",
  tokens:
    "have the model answer at once, without thinking or a word before its answer, or read its replies instead of tokens",
  decisions: "another decision model, or a wording that it takes, may help",
};

/** The advice on an invalid reply, which has this reason. */
export function adviceOn(reply: Reply, reason: string, manner: AnswerForm): Advice {
  return known(reply) ?? { why: reason, advice: BY_MANNER[manner] };
}

/**
 * What may help against such a reply; `undefined` where there is nothing to suggest beyond looking
 * at it.
 */
export function furtherAdvice(reply: Reply, manner: AnswerForm): Sentence | undefined {
  return known(reply)?.advice ?? (isText(manner) ? undefined : BY_MANNER[manner]);
}

/** Whether an answer is in a text, which shows for itself what is wrong with it. */
function isText(manner: AnswerForm): boolean {
  return manner === "reply" || manner === "structured";
}

function known(reply: Reply): Advice | undefined {
  const { reasoningTokens = 0 } = reply.usage ?? {};
  if (reply.text.trim() === "" && reasoningTokens > 0) {
    const why = "it is empty, because all of its tokens went into reasoning";
    return { why, advice: MORE_TOKENS };
  }
  return ENDS.get(reply.stop);
}
