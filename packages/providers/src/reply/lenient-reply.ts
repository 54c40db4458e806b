import type { Reply, Usage } from "@promptnce/core";
import * as z from "zod/mini";
import { at } from "../call/untyped-json.ts";

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
const COUNTS: Readonly<Record<keyof Usage, ReturnType<typeof paths>>> = {
  inputTokens: paths("input_tokens", "prompt_tokens", "inputTokens.total", "inputTokens"),
  outputTokens: paths("output_tokens", "completion_tokens", "outputTokens.total", "outputTokens"),
  cachedTokens: paths(
    "cache_read_input_tokens",
    "input_tokens_details.cached_tokens",
    "prompt_tokens_details.cached_tokens",
    "inputTokens.cacheRead",
    "cachedInputTokens",
  ),
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

/**
 * The usage stated by a response; `undefined` where the input or output count is missing, since
 * half of a sum would pass for the whole.
 */
export function usageOf(usage: unknown): Usage | undefined {
  const inputTokens = firstCount(usage, COUNTS.inputTokens);
  const outputTokens = firstCount(usage, COUNTS.outputTokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const cachedTokens = firstCount(usage, COUNTS.cachedTokens);
  const reasoningTokens = firstCount(usage, COUNTS.reasoningTokens);
  return {
    inputTokens,
    outputTokens: paidOutput(usage, outputTokens, reasoningTokens),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}

/**
 * The output tokens charged, including reasoning. OpenAI counts reasoning as part of the output.
 * xAI, and Gemini behind an OpenAI interface, count it separately, which shows in the total, or
 * where the reasoning exceeds the output.
 */
function paidOutput(usage: unknown, outputTokens: number, reasoningTokens = 0): number {
  const parts = reasoningTokens > outputTokens ? outputTokens + reasoningTokens : outputTokens;
  const differences = TOTALS.map(([total, input]) => {
    return (countAt(usage, total!) ?? 0) - (countAt(usage, input!) ?? Infinity);
  });
  return Math.max(parts, ...differences);
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
 * The text of a message, which is a string or a list of parts, without reasoning and tool calls.
 */
export const textContent: z.ZodMiniType<string> = z.pipe(
  z.transform((content) => (Array.isArray(content) ? content.map(textOfPart).join("") : content)),
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
