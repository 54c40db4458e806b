import type { JsonSchema, Provider, Request } from "@promptnce/core";
import { replyTokens } from "./held-to.ts";
import { MOST_REASONING, reasoningTokens } from "./reasoning-tokens.ts";
import { at } from "@promptnce/core/json";

type Settings = Provider["settings"];

/** The names under which settings limit the tokens of a reply. */
const LIMITS = ["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"];

/** Beside a reply of the form that the prompt asks for: a code fence, some sentences around it. */
const AROUND_ANSWER = 500;

/** An answer without a form, such as a summary of some sentences. */
const FREE_ANSWER = 4096;

/**
 * How many times the expected reasoning fits. Few answers reason longer, and one that is cut off is
 * paid for in vain.
 */
const ROOM = 8;

/**
 * A setting that leaves a reply's limit to each request: the tokens of its answer plus this many
 * tokens of reasoning.
 */
interface OpenLimit {
  readonly reasoning: number;
}

/**
 * The limit that a vendor's settings have where the user sets none: each request limits its answer
 * by its form, beside room for the reasoning that the effort asks for. `undefined` at the greatest
 * effort, whose reasoning is left to the model's own limit.
 *
 * A vendor's `budget_tokens` of thinking must be below the limit, so there is always room for it.
 *
 * @param plain Whether the model's family answers without reasoning unless told to reason.
 */
export function openLimit(settings: Settings, plain: boolean): OpenLimit | undefined {
  const expected = reasoningTokens(settings, plain);
  if (expected >= MOST_REASONING) return undefined;
  const budget = at(settings, "thinking", "budget_tokens");
  return { reasoning: Math.max(ROOM * expected, typeof budget === "number" ? budget : 0) };
}

function openLimitIn(settings: Settings): [name: string, reasoning: number] | undefined {
  for (const name of LIMITS) {
    const reasoning = at(settings, name, "reasoning");
    if (typeof reasoning === "number") return [name, reasoning];
  }
  return undefined;
}

/**
 * The limit that settings set for every reply, in tokens; `undefined` without one.
 *
 * @example
 * settingsLimit({ max_output_tokens: 300, temperature: 0 }); // → 300
 */
export function settingsLimit(settings: Settings): number | undefined {
  return LIMITS.map((name) => settings[name]).find((value) => typeof value === "number");
}

/** A request, or the record of one, as far as its limit depends on it. */
interface LimitSource {
  readonly limit?: number | undefined;
  readonly schema?: JsonSchema | undefined;
  readonly grammar?: JsonSchema | undefined;
  readonly continuation?: unknown;
  readonly options?: unknown;
  readonly decision?: unknown;
}

/**
 * The request's own limit on the tokens of its reply, reasoning included, where the settings leave
 * it to the request; otherwise `undefined`. An answer of a known form has a token for every byte of
 * the longest such reply, since no tokenizer makes more, and 500 for what stands around it; any
 * other has 4,096. A text that is scored, a token that is read and a decision need no limit.
 *
 * The limit is part of a request's key: another rule here would orphan stored replies.
 *
 * @example
 * replyLimit({ grammar: { properties: { p_base: {} } } }, { max_tokens: { reasoning: 2400 } });
 * // → 2944
 */
export function replyLimit(request: LimitSource, settings: Settings): number | undefined {
  if (request.limit !== undefined) return request.limit;
  const open = openLimitIn(settings);
  const read = request.continuation ?? request.options ?? request.decision;
  if (open === undefined || read !== undefined) return undefined;
  const form = request.grammar ?? request.schema;
  const answer = form === undefined ? FREE_ANSWER : replyTokens(form) + AROUND_ANSWER;
  return answer + open[1];
}

/**
 * The settings without a limit that is left to each request.
 *
 * @example
 * Object.keys(withoutOpenLimit({ max_tokens: { reasoning: 0 }, temperature: 0 }));
 * // → ["temperature"]
 */
export function withoutOpenLimit(settings: Settings): Settings {
  const open = openLimitIn(settings);
  if (open === undefined) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== open[0]));
}

/** The settings as they are sent with a request: a limit that is left to it is its own. */
export function withReplyLimit(settings: Settings, request: Request): Settings {
  const [name] = openLimitIn(settings) ?? [];
  if (name === undefined) return settings;
  const limit = replyLimit(request, settings);
  return limit === undefined ? withoutOpenLimit(settings) : { ...settings, [name]: limit };
}
