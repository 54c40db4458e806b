/** Counts tokens for one model. */
export interface TokenCounter {
  /** Tokens that a request with this prompt as its one user turn is billed for as input. */
  input(prompt: string): number;
  /** Whether the counts are the model's own. */
  readonly exact: boolean;
}

/**
 * What OpenAI adds to a request of one user turn: three tokens about the message, one for its
 * role, three that begin the reply (OpenAI Cookbook, "How to count tokens with tiktoken").
 */
const TURN = 7;

/**
 * A counter for a model: OpenAI's published vocabularies for the models of its own that are known
 * to use them, where the package gpt-tokenizer is installed, and elsewhere an estimate of four characters a token, which is
 * labelled. The vocabulary is loaded when it is asked for; it takes a tenth of a second and some megabytes.
 *
 * @param provider The provider's name. `openai` is OpenAI itself: what an `openai-compatible`
 *   server calls by one of its names may be anything.
 */
export async function tokenCounter(provider: string, model: string): Promise<TokenCounter> {
  if (provider !== "openai") return ESTIMATE;
  const mapping = await import("gpt-tokenizer/mapping").catch(() => undefined);
  if (mapping === undefined) return ESTIMATE; // It is not installed.
  const models = await import("gpt-tokenizer/models");
  if (!Object.hasOwn(models, model)) return ESTIMATE;
  // The library lists every model, and an encoding for those that have not the newest one.
  const encoding =
    new Map(Object.entries(mapping.modelToEncodingMap)).get(model) ?? mapping.DEFAULT_ENCODING;
  if (encoding !== "o200k_base" && encoding !== "cl100k_base") return ESTIMATE;
  const { countTokens } =
    encoding === "o200k_base"
      ? await import("gpt-tokenizer/encoding/o200k_base")
      : await import("gpt-tokenizer/encoding/cl100k_base");
  return {
    // Text that is spelled like a special token is text.
    input: (prompt) => countTokens(prompt, { disallowedSpecial: new Set() }) + TURN,
    exact: true,
  };
}

const ESTIMATE: TokenCounter = { input: (prompt) => Math.ceil(prompt.length / 4), exact: false };
