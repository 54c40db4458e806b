import type { Request, Usage } from "@promptnce/core";
import { heldTo, replyTokens } from "@promptnce/providers/contract";
import type { ProviderIdentity } from "@promptnce/providers";
import { at } from "@promptnce/providers/contract";
import type { StoreEntry } from "../store/store.ts";

/**
 * Tokens that are thought before an answer of a few lines, by effort: their order of magnitude, which no vendor states.
 * OpenAI's guide to reasoning tells of a few hundred to tens of thousands, of which such an answer takes the lower end,
 * and a step of effort about threefold. An effort of another name is taken for the greatest.
 */
const THOUGHT: ReadonlyMap<unknown, number> = new Map(
  Object.entries({ none: 0, minimal: 100, low: 300, medium: 1000, high: 3000, most: 10_000 }),
);

/** Tokens that a model is expected to think before each answer; one of a `plain` family none unless it is told to. */
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

/** What a request has around its prompt, generously. */
const FRAME_TOKENS = 100;

/** What may be the setting that limits a reply. */
const LIMITS = ["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"];

/**
 * The most that a request may take: a token for every byte of the prompt, since no tokenizer makes more, and a reply of
 * full length. In process that is what the reply's schema needs. Where the settings set no limit it is as much as any
 * known model writes: 128,000 tokens of those that think (GPT-5), 32,768 of others (GPT-4.1). Where a text is scored
 * nothing is written, and where an answer is read from its first token 16 tokens, the fewest that OpenAI makes.
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
