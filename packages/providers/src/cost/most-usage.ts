import type { Provider, Request, Usage } from "@promptnce/core";

/** What a request has around its prompt, generously. */
const FRAME_TOKENS = 100;

/** What may be the setting that limits a reply. */
const LIMITS = ["max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens"];

/**
 * The most that a request may take: a token for every byte of the prompt, since no tokenizer makes
 * more, and a reply of full length, which is 4,096 tokens where the settings set no limit.
 */
export function mostUsage({ prompt, schema }: Request, settings: Provider["settings"]): Usage {
  const held = schema === undefined ? 0 : Buffer.byteLength(JSON.stringify(schema));
  const [limit] = LIMITS.map((name) => settings[name]).filter((value) => typeof value === "number");
  return { inputTokens: Buffer.byteLength(prompt) + held + FRAME_TOKENS, outputTokens: limit ?? 4096 };
}
