/** In whose way a compatible server scores a given text. */
export const scorers = ["vllm", "sglang", "llama-server"] as const;

export type Scorer = (typeof scorers)[number];

/** One turn of a chat. */
export interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** One scored token. `logprob` is null where what came back is no log-probability to compute with. */
export interface ScoredToken {
  readonly id: number;
  readonly text: string;
  readonly logprob: number | null;
}

/** What scoring needs of whoever runs a model: its tokenizer, its chat template and its log-probabilities. */
export interface TokenServer {
  /** The ids of a text; with `special` led by what the model wants before any text (BOS), if anything. */
  tokenize(text: string, special: boolean): Promise<readonly number[]>;
  /** The ids of a whole conversation under the model's chat template, BOS included where it has one. */
  render(turns: readonly Turn[]): Promise<readonly number[]>;
  /** Each id as text by itself. */
  pieces(ids: readonly number[]): Promise<readonly string[]>;
  /** The tokens from place `from` (at least 1) on, each given all before it: the one at `from` first. */
  score(ids: readonly number[], from: number): Promise<readonly ScoredToken[]>;
}

/** Three ids that every vocabulary has, to probe with. */
export const KNOWN_IDS: readonly number[] = [1, 2, 3];

/**
 * A log-probability as it came, in nats, or null for what stands in for minus infinity or is none: vLLM sends −9999,
 * llama.cpp the least number that there is, others null. None of them may enter a sum as if it had been measured.
 */
export function usableLogprob(value: number | null | undefined): number | null {
  const usable = typeof value === "number" && value > -9999 && value <= ROUNDING;
  return usable ? Math.min(value, 0) : null;
}

/** How far above zero rounding in single precision can put the logarithm of a probability near 1. */
const ROUNDING = 1e-5;
