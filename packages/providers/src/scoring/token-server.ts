import { type ProviderError, wrongRequest } from "../errors/errors.ts";

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
  /**
   * A whole conversation under the model's chat template, tokenized once with the special tokens that the template
   * wrote; BOS included where it has one. `written` is what the template wrote, where that can be known.
   */
  render(
    turns: readonly Turn[],
  ): Promise<{ readonly ids: readonly number[]; readonly written?: string }>;
  /** The text that these ids give, special tokens spelled out; U+FFFD where they end within a character. */
  textOf(ids: readonly number[]): Promise<string>;
  /** What in a text would be read as a special token in a chat; `undefined` where all of it is read as text. */
  special(text: string): Promise<string | undefined>;
  /** The tokens from place `from` (at least 1) on, each given all before it: the one at `from` first. */
  score(ids: readonly number[], from: number): Promise<readonly ScoredToken[]>;
}

/** What a model is given to score, and which of its tokens count. */
export interface ScoredSpan {
  readonly ids: readonly number[];
  /** The place of the first token that counts; all from there on do. */
  readonly from: number;
  /** The text before it, where that is not the prompt alone. */
  readonly before?: string | undefined;
  /** True where a token reaches over the boundary of prompt and text. */
  readonly boundaryMoved: boolean;
}

/** The error of a text that no log-probability can be had of; asking again does not help. */
export function unscorable(reason: string): ProviderError {
  return wrongRequest(`This continuation cannot be scored: ${reason}.`);
}

/** How many ids two sequences share from their beginning. */
export function sharedLength(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((id, place) => id !== b[place]);
  return differing < 0 ? a.length : differing;
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
