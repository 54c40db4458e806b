import type { Request, Usage } from "@promptnce/core";
import { heldTo, replyTokens } from "@promptnce/providers/contract";
import type { ProviderIdentity } from "@promptnce/providers";
import { at } from "@promptnce/providers/contract";
import type { StoreEntry } from "../store/store.ts";

/**
 * Reasoning tokens before an answer of a few lines, by effort: orders of magnitude, since no vendor
 * states them. OpenAI's guide to reasoning mentions a few hundred to tens of thousands; a short
 * answer is at the lower end, and each step of effort takes about three times as many. An unknown
 * effort counts as the greatest.
 */
const THOUGHT: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ none: 0, minimal: 100, low: 300, medium: 1000, high: 3000, most: 10_000 }),
);

/**
 * The reasoning tokens expected before each answer; 0 for a model of a `plain` family unless its
 * settings ask for reasoning.
 */
export function thoughtTokens(
  { settings }: Pick<ProviderIdentity, "settings">,
  plain: boolean,
): number {
  const thinking = at(settings, "thinking", "type");
  if (thinking === "disabled") return 0;
  const places = [
    ["reasoning", "effort"],
    ["reasoning"],
    ["reasoning_effort"],
    ["output_config", "effort"],
  ];
  const effort = places
    .map((place) => at(settings, ...place))
    .find((value) => typeof value === "string");
  if (plain && (effort ?? thinking) === undefined) return 0;
  return THOUGHT.get(effort ?? "medium") ?? (THOUGHT.get("most") as number);
}

/** A generous bound on the tokens around a request's prompt. */
const FRAME_TOKENS = 100;

/** The names under which settings may limit a reply. */
const LIMITS = ["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"];

/**
 * The most tokens a request may use: one input token for every byte of the prompt, since no
 * tokenizer makes more, and a reply of full length. For a model in this process that length is what
 * the reply's schema needs. Where the settings set no limit, it is the most that any known model
 * writes: 128,000 tokens with reasoning (GPT-5), 32,768 without (GPT-4.1). A scored text has no
 * output; an answer read from its first token counts 16 tokens, the minimum that OpenAI allows.
 */
export function mostUsage(
  request: Pick<StoreEntry, "prompt" | "schema" | "continuation" | "options"> &
    Pick<Request, "grammar">,
  asked: Pick<ProviderIdentity, "settings">,
  plain = false,
): Usage {
  const { prompt, continuation, options } = request;
  const schema = heldTo(request, asked.settings);
  const beside = [schema, continuation]
    .map((one) => (one === undefined ? "" : JSON.stringify(one)))
    .join("");
  const limit = LIMITS.map((name) => asked.settings[name]).find(
    (value) => typeof value === "number",
  );
  const needed = schema && asked.settings["grammar"] === "schema" ? replyTokens(schema) : undefined;
  const longest = options
    ? 16
    : (limit ?? needed ?? (thoughtTokens(asked, plain) > 0 ? 128_000 : 32_768));
  const inputTokens = new TextEncoder().encode(prompt + beside).length + FRAME_TOKENS;
  return { inputTokens, outputTokens: continuation === undefined ? longest : 0 };
}
