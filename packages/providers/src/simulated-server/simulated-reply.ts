import type { Reply, Usage } from "@promptnce/core";
import type { Random } from "@promptnce/core/sampling";
import { at, parsedJson } from "../call/untyped-json.ts";
import type { WireReply } from "../wire/wires.ts";
import type { FaultKind } from "./fault.ts";

/** What the simulated server's ids hold, behind what a vendor's own ids begin with. */
const MARK = "promptnce_simulated_";

/** A reply of the respondent as the server gives it, in a model's name: good, or spoiled by a fault. */
export function simulatedReply(
  number: number | string,
  model: string,
  reply: Reply,
  fault?: FaultKind,
): WireReply {
  const { usage = { inputTokens: 0, outputTokens: 0 } } = reply;
  const top = topTokens(reply.text);
  const said = {
    ...spoiled(top === undefined ? reply : { ...reply, text: top[0]?.text ?? "" }, fault),
    ...(top && { top }),
  };
  const half = Math.ceil(said.text.length / 2);
  const parts = fault === "parts" && { parts: [said.text.slice(0, half), said.text.slice(half)] };
  return {
    id: `${MARK}${number}`,
    model,
    ...said,
    ...parts,
    usage: fault === "thinking" ? thoughtful(usage) : usage,
  };
}

/** Of a respondent's distribution over the next token the likeliest, as many as vendors list; of other replies nothing. */
function topTokens(text: string): WireReply["top"] {
  const tokens = at(parsedJson(text), "tokens");
  // A spoken reply may have a label of that name.
  if (!Array.isArray(tokens)) return undefined;
  return (tokens as NonNullable<WireReply["top"]>)
    .toSorted((a, b) => b.logprob - a.logprob)
    .slice(0, 20);
}

/** As of a model that thinks: the answer is a small part of what is paid for. */
function thoughtful({ inputTokens, outputTokens }: Usage): Usage {
  const reasoningTokens = 500 + 20 * outputTokens;
  return { inputTokens, outputTokens: outputTokens + reasoningTokens, reasoningTokens };
}

/** The name in which a reply comes: one of those that are `served` in the place of the model asked, if there are any. */
export function servedModel(served: readonly string[] = [], asked: string, source: Random): string {
  return served.length < 2 ? (served[0] ?? asked) : (served[source.below(served.length)] as string);
}

/** A response's body with what servers have made of `usage`: left out, empty, null, or of counts that are none. */
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

/** A good answer as a model at times spoils it, so that no tolerant parser can take it for one. */
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

/** Whether the reply is the simulated server's, and no model's, by the reply's id, which a store has as well. */
export function isSimulatedReply({ id }: Pick<Reply, "id">): boolean {
  return id !== undefined && id.includes(MARK);
}

/** The sentence that says so, of models in whose names the simulated server answered. */
export function rehearsedText(models: readonly string[]): string {
  return `The answers of ${models.join(", ")} are those of promptnce's simulated server, not of a language model.`;
}
