import type { Reply, Usage } from "@promptnce/core";
import * as z from "zod/mini";
import { at } from "@promptnce/core/json";

/**
 * The reasons for which a text ended, in the words of all interfaces: gateways pass on those of the
 * vendor behind them, in any case. A refusal has many names, so it is recognized by their parts.
 */
const STOPS = [
  ["end", /^(end|end_?turn|end_of_turn|stop|stop_?sequence|eos|eos_token|completed?|finished)$/],
  [
    "length",
    /^(max_?tokens|max_output_tokens|model_context_window_exceeded|length|model_length|token_limit)$/,
  ],
  [
    "refusal",
    /refus|filter|safety|recitation|blocked|blocklist|prohibited|moderat|guardrail|sensitive|toxic|spii/,
  ],
] as const;

/**
 * A reply with its text and every usable field beside it in a response: the text was paid for,
 * whatever the rest looks like. The fields are `id`, `model`, `service_tier` and `usage`.
 *
 * @param ended The vendor's word for why the text ended.
 * @param thought Whether the response contains reasoning: if the text is empty and the vendor does
 *   not count reasoning tokens, all output tokens then count as reasoning.
 */
export function lenientReply(
  text: string,
  ended: unknown,
  response: unknown,
  thought: boolean = false,
): Reply {
  const word = typeof ended === "string" ? ended.toLowerCase() : "";
  const [stop = "other"] = STOPS.find(([, words]) => words.test(word)) ?? [];
  const counted = usageOf(at(response, "usage"));
  const usage = counted && {
    ...counted,
    ...(thought &&
      text.trim() === "" &&
      counted.reasoningTokens === undefined && { reasoningTokens: counted.outputTokens }),
  };
  const named = [["id"], ["model"], ["service_tier"], ["usage", "service_tier"]].map((place) =>
    at(response, ...place),
  );
  const [id, model, ...tiers] = named.map((name) =>
    typeof name === "string" && name !== "" ? name : undefined,
  );
  const tier = tiers.find((one) => one !== undefined);
  const served = (model ?? tier) !== undefined && {
    ...(model && { model }),
    ...(tier && { tier }),
  };
  return { text, stop, ...(usage && { usage }), ...(id && { id }), ...(served && { served }) };
}

/** Paths in a usage, whose parts are separated by dots. */
const paths = (...places: readonly string[]): readonly (readonly string[])[] =>
  places.map((place) => place.split("."));

/**
 * The paths of token counts: in Anthropic's API and OpenAI's Responses, in Chat Completions, and in
 * later and early versions of the AI SDK.
 */
const COUNTS: Readonly<Record<keyof Omit<Usage, "statedUsd">, ReturnType<typeof paths>>> = {
  inputTokens: paths("input_tokens", "prompt_tokens", "inputTokens.total", "inputTokens"),
  outputTokens: paths("output_tokens", "completion_tokens", "outputTokens.total", "outputTokens"),
  cachedTokens: paths(
    "cache_read_input_tokens",
    "input_tokens_details.cached_tokens",
    "prompt_tokens_details.cached_tokens",
    "inputTokens.cacheRead",
    "cachedInputTokens",
  ),
  cacheWriteTokens: paths(
    "cache_creation_input_tokens",
    "input_tokens_details.cache_write_tokens",
    "prompt_tokens_details.cache_write_tokens",
    "prompt_tokens_details.cache_creation_tokens",
    "inputTokens.cacheWrite",
  ),
  cacheWriteHourTokens: paths("cache_creation.ephemeral_1h_input_tokens"),
  reasoningTokens: paths(
    "output_tokens_details.thinking_tokens",
    "output_tokens_details.reasoning_tokens",
    "completion_tokens_details.reasoning_tokens",
    "outputTokens.reasoning",
    "reasoningTokens",
  ),
};

/**
 * The paths of the sum of input and output, each with that of the input. A version of the AI SDK
 * without a sum keeps the vendor's data as `raw`.
 */
const TOTALS = [
  paths("total_tokens", "prompt_tokens"),
  paths("total_tokens", "input_tokens"),
  paths("totalTokens", "inputTokens"),
  paths("raw.total_tokens", "raw.prompt_tokens"),
];

/** The paths of what a gateway says that a call has cost, in US dollars. */
const STATED_USD = paths("cost", "cost_usd", "total_cost", "estimated_cost");

/**
 * The usage stated by a response; `undefined` where the input or output count is missing, since
 * half of a sum would pass for the whole, and where all is 0, since every prompt has tokens:
 * servers that do not count say so, and a budget would take it for a gift.
 */
export function usageOf(usage: unknown): Usage | undefined {
  const input = firstCount(usage, COUNTS.inputTokens);
  const output = firstCount(usage, COUNTS.outputTokens);
  if (input === undefined || output === undefined) return undefined;
  const cached = firstCount(usage, COUNTS.cachedTokens);
  const reasoning = firstCount(usage, COUNTS.reasoningTokens);
  const written = firstCount(usage, COUNTS.cacheWriteTokens);
  const hour = firstCount(usage, COUNTS.cacheWriteHourTokens);
  const statedUsd = firstCount(usage, STATED_USD);
  const charged = chargedTokens(usage, { input, output, cached, reasoning });
  const isCounted = charged.inputTokens + charged.outputTokens > 0;
  if (!isCounted && statedUsd === undefined) return undefined;
  return {
    ...charged,
    ...(cached !== undefined && { cachedTokens: cached }),
    ...(written && { cacheWriteTokens: written }),
    ...(written && hour && { cacheWriteHourTokens: hour }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
    ...(statedUsd !== undefined && { statedUsd }),
  };
}

/**
 * The input tokens with those of the cache, and the output tokens with those of reasoning. OpenAI
 * counts both as parts. xAI, and Gemini behind an OpenAI interface, count reasoning separately, and
 * some gateways the cache, which shows in the total, or where a part exceeds the whole.
 */
function chargedTokens(
  usage: unknown,
  counts: {
    readonly input: number;
    readonly output: number;
    readonly cached?: number | undefined;
    readonly reasoning?: number | undefined;
  },
): Pick<Usage, "inputTokens" | "outputTokens"> {
  const { input, output, cached = 0, reasoning = 0 } = counts;
  // What the total has beside the two counts.
  const beside = TOTALS.map(([total, ofInput]) => {
    return (countAt(usage, total!) ?? 0) - (countAt(usage, ofInput!) ?? Infinity) - output;
  });
  const besides = [cached, cached + reasoning].filter((count) => count > 0);
  const isCacheApart = cached > input || besides.some((count) => beside.includes(count));
  const inputTokens = isCacheApart ? input + cached : input;
  const parts = reasoning > output ? output + reasoning : output;
  const apart = beside.map((count) => output + count - (isCacheApart ? cached : 0));
  return { inputTokens, outputTokens: Math.max(parts, ...apart) };
}

function firstCount(usage: unknown, places: ReturnType<typeof paths>): number | undefined {
  for (const place of places) {
    const count = countAt(usage, place);
    if (count !== undefined) return count;
  }
  return undefined;
}

function countAt(usage: unknown, place: readonly string[]): number | undefined {
  return tokensOf(at(usage, ...place));
}

/** A count of tokens, which may be a string of digits; `undefined` for any other value. */
export function tokensOf(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === "number" && count >= 0 && count < Infinity ? count : undefined;
}

/**
 * The text of a message, which is a string or a list of parts, without reasoning and tool calls;
 * that of an object, to which a gateway has parsed it, as JSON.
 */
export const textContent: z.ZodMiniType<string> = z.pipe(
  z.transform((content) => {
    if (Array.isArray(content)) return content.map(textOfPart).join("");
    if (typeof content !== "object" || content === null) return content;
    return typeof at(content, "text") === "string" ? textOfPart(content) : JSON.stringify(content);
  }),
  z.string(),
);

/** Whether a message in parts contains a reasoning part. */
export function holdsThought(content: unknown): boolean {
  const types = Array.isArray(content) ? content.map((part) => at(part, "type")) : [];
  return types.some((type) => /^(reasoning|(redacted_)?thinking)$/.test(String(type)));
}

function textOfPart(part: unknown): string {
  if (typeof part === "string") return part;
  const [type = "text", text] = [at(part, "type"), at(part, "text")];
  return typeof text === "string" && (type === "text" || type === "output_text") ? text : "";
}
