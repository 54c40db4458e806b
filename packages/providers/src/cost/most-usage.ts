import type { Provider, Request, Usage } from "@promptnce/core";

/** What a request has around its prompt, generously. */
const FRAME_TOKENS = 100;

/**
 * The most that a request may take: a token for every byte of the prompt, since no tokenizer makes
 * more, and a reply of full length.
 */
export function mostUsage({ prompt, schema }: Request, longestReply: number): Usage {
  const held = schema === undefined ? 0 : Buffer.byteLength(JSON.stringify(schema));
  const inputTokens = Buffer.byteLength(prompt) + held + FRAME_TOKENS;
  return { inputTokens, outputTokens: longestReply };
}

/** The most tokens that a reply may have by the settings, or 4,096 where they set no limit. */
export function longestReply(settings: Provider["settings"]): number {
  const names = ["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"];
  const [given] = names.map((name) => settings[name]).filter((value) => typeof value === "number");
  return given ?? 4096;
}
