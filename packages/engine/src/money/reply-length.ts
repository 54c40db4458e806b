import type { Request, Usage } from "@promptnce/core";
import {
  heldTo,
  reasoningTokens,
  replyLimit,
  replyTokens,
  settingsLimit,
} from "@promptnce/providers/contract";
import type { StoreEntry, EntrySettings } from "../store/store.ts";

/** A generous bound on the tokens around a request's prompt. */
const FRAME_TOKENS = 100;

/**
 * The most tokens a request may use: one input token for every byte of the prompt, since no
 * tokenizer makes more, and a reply of full length. That length is the limit of the settings, or
 * the request's own where they leave it to the request; for a model in this process it is what the
 * reply's schema needs. Without a limit it is the most that any known model writes: 128,000 tokens
 * with reasoning (GPT-5), 32,768 without (GPT-4.1). A scored text and a decision have no output; an answer read
 * from its first token counts 16 tokens, the minimum that OpenAI allows.
 *
 * @example
 * mostUsage({ prompt: "Will it rain?" }, { settings: { max_tokens: 200 } });
 * // → { inputTokens: 113, outputTokens: 200 }
 */
export function mostUsage(
  request: Pick<
    StoreEntry,
    "prompt" | "schema" | "limit" | "continuation" | "options" | "decision"
  > &
    Pick<Request, "grammar" | "beside">,
  asked: EntrySettings,
  plain = false,
): Usage {
  const { prompt, continuation, options, decision, beside = [] } = request;
  const schema = heldTo(request, asked.settings);
  const written = [schema, continuation, decision, ...beside]
    .map((one) => (one === undefined ? "" : JSON.stringify(one)))
    .join("");
  const limit = settingsLimit(asked.settings) ?? replyLimit(request, asked.settings);
  const needed = schema && asked.settings["grammar"] === "schema" ? replyTokens(schema) : undefined;
  const longest = options ? 16 : (limit ?? needed ?? unlimitedTokens(asked, plain));
  const inputTokens = new TextEncoder().encode(prompt + written).length + FRAME_TOKENS;
  const outputTokens = continuation === undefined && decision === undefined ? longest : 0;
  return { inputTokens, outputTokens };
}

/** The most that any known model of the kind writes. */
function unlimitedTokens({ settings }: EntrySettings, plain: boolean): number {
  return reasoningTokens(settings, plain) > 0 ? 128_000 : 32_768;
}
