import { type Reply, SIMULATED_REPLY, type Usage } from "@promptnce/core";
import type { Random } from "@promptnce/core/sampling";
import { at, parsedJson } from "@promptnce/core/json";
import type { WireReply } from "../wire/wires.ts";
import type { FaultKind } from "./fault.ts";

/** The respondent's reply as the server sends it, under a model's name; a fault may spoil it. */
export function simulatedReply(
  number: number | string,
  model: string,
  reply: Reply,
  fault?: FaultKind,
): WireReply {
  const { usage = { inputTokens: 0, outputTokens: 0 } } = reply;
  const top = topTokens(reply.text);
  const content = {
    ...spoiled(top === undefined ? reply : { ...reply, text: top[0]?.text ?? "" }, fault),
    ...(top && { top }),
  };
  const { text } = content;
  const half = Math.ceil(text.length / 2);
  const parts = fault === "parts" && { parts: [text.slice(0, half), text.slice(half)] };
  return {
    id: `${SIMULATED_REPLY}${number}`,
    model,
    ...content,
    ...parts,
    usage: fault === "thinking" ? thoughtful(usage) : usage,
  };
}

/**
 * The 20 likeliest tokens, as many as vendors list, if the reply is a distribution over the next
 * token.
 */
function topTokens(text: string): WireReply["top"] {
  const tokens = at(parsedJson(text), "tokens");
  // A reply in words may have a label named "tokens".
  if (!Array.isArray(tokens)) return undefined;
  return (tokens as NonNullable<WireReply["top"]>)
    .toSorted((a, b) => b.logprob - a.logprob)
    .slice(0, 20);
}

/** The usage of a reasoning model, for which the answer is a small part of the billed output. */
function thoughtful({ inputTokens, outputTokens }: Usage): Usage {
  const reasoningTokens = 500 + 20 * outputTokens;
  return { inputTokens, outputTokens: outputTokens + reasoningTokens, reasoningTokens };
}

/**
 * The model name of a reply: one drawn from `served`, or the requested name if `served` is empty.
 */
export function servedModel(
  served: readonly string[] = [],
  requested: string,
  source: Random,
): string {
  if (served.length < 2) return served[0] ?? requested;
  return served[source.below(served.length)] as string;
}

/**
 * A response's body with a `usage` as some servers send it: missing, empty, null, or with invalid
 * counts.
 */
export function withOddUsage(body: unknown, source: Random): unknown {
  const { usage = {} } = body as { readonly usage?: object };
  const each = (odd: (count: unknown) => unknown): unknown =>
    Object.fromEntries(Object.entries(usage).map(([name, count]) => [name, odd(count)]));
  const odd = [
    undefined,
    null,
    {},
    each(() => null),
    each(String),
    each((count) => -Number(count) - 1),
  ];
  return { ...(body as object), usage: odd[source.below(odd.length)] };
}

/**
 * An answer spoiled in the way that models spoil some answers, so that even a tolerant parser must
 * reject it.
 */
function spoiled(
  { text, stop }: Reply,
  fault: FaultKind | undefined,
): Pick<WireReply, "text" | "stop"> {
  if (fault === "malformed")
    return { text: text.replace(/(?<=": )-?[\d.]+(e-?\d+)?/gi, "?"), stop: "end" };
  if (fault === "truncated")
    return { text: text.slice(0, Math.floor(text.length / 2)), stop: "length" };
  if (fault === "refusal") {
    return { text: "I can't put numbers on how people would respond to this.", stop: "refusal" };
  }
  return { text, stop: stop === "length" || stop === "refusal" ? stop : "end" };
}
