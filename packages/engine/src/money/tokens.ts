/** Counts tokens for one model. */
export interface TokenCounter {
  /** The input tokens billed for a request with this prompt as its only user turn. */
  input(prompt: string): number;
  /** Whether the counts are the model's own. */
  readonly exact: boolean;
}

/**
 * The tokens that OpenAI adds to a request of one user turn: three for the message, one for its
 * role, three to start the reply (OpenAI Cookbook, "How to count tokens with tiktoken").
 */
const TURN = 7;

/**
 * A token counter for a model. For OpenAI models it uses their published vocabularies, where the
 * package gpt-tokenizer is installed and knows the model. Otherwise it estimates four characters a
 * token, and `exact` is false. A vocabulary is loaded on demand; it takes a tenth of a second and
 * some megabytes.
 *
 * @param provider The provider's name. Only `openai` is OpenAI itself: an `openai-compatible`
 *   server may give any model one of OpenAI's names.
 */
export async function tokenCounter(provider: string, model: string): Promise<TokenCounter> {
  if (provider !== "openai") return ESTIMATE;
  const mapping = await import("gpt-tokenizer/mapping").catch(() => undefined);
  if (mapping === undefined) return ESTIMATE; // The package is not installed.
  const models = await import("gpt-tokenizer/models");
  if (!Object.hasOwn(models, model)) return ESTIMATE;
  // The library lists every model, and an encoding only for models that do not use the newest one.
  const encoding =
    new Map(Object.entries(mapping.modelToEncodingMap)).get(model) ?? mapping.DEFAULT_ENCODING;
  if (encoding !== "o200k_base" && encoding !== "cl100k_base") return ESTIMATE;
  const { countTokens } =
    encoding === "o200k_base"
      ? await import("gpt-tokenizer/encoding/o200k_base")
      : await import("gpt-tokenizer/encoding/cl100k_base");
  return {
    // Text that looks like a special token is counted as text.
    input: (prompt) => countTokens(prompt, { disallowedSpecial: new Set() }) + TURN,
    exact: true,
  };
}

const ESTIMATE: TokenCounter = { input: (prompt) => Math.ceil(prompt.length / 4), exact: false };
