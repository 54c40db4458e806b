import type { ProviderError } from "@promptnce/core/errors";
import { wrongRequest } from "../errors/errors.ts";

/** One turn of a chat. */
export interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** One scored token. `logprob` is null where the server returned no usable log-probability. */
export interface ScoredToken {
  readonly id: number;
  readonly text: string;
  readonly logprob: number | null;
}

/**
 * The parts of a model that scoring needs: its tokenizer, its chat template and its
 * log-probabilities.
 */
export interface TokenServer {
  /**
   * The ids of a text; with `special`, preceded by the token that the model expects before any text
   * (BOS), if any.
   */
  tokenize(text: string, special: boolean): Promise<readonly number[]>;
  /**
   * A whole conversation under the model's chat template, tokenized once with the template's
   * special tokens, including BOS where the model has one. `written` is the template's text, where
   * it is available.
   */
  render(
    turns: readonly Turn[],
  ): Promise<{ readonly ids: readonly number[]; readonly written?: string }>;
  /**
   * The text of these ids, with special tokens spelled out; U+FFFD where they end within a
   * character.
   */
  textOf(ids: readonly number[]): Promise<string>;
  /**
   * The part of a text that a chat would read as a special token; `undefined` where all of it is
   * read as text.
   */
  special(text: string): Promise<string | undefined>;
  /**
   * The scored tokens from position `from` (at least 1) on, each conditioned on all tokens before
   * it.
   */
  score(ids: readonly number[], from: number): Promise<readonly ScoredToken[]>;
}

/** The ids to score, and which of them count. */
export interface ScoredSpan {
  readonly ids: readonly number[];
  /** The position of the first token that counts; all later ones count too. */
  readonly from: number;
  /** The text before that token, where it is not the prompt alone. */
  readonly before?: string | undefined;
  /** Whether a token spans the boundary between prompt and text. */
  readonly boundaryMoved: boolean;
}

/** The error of a text whose log-likelihood cannot be determined; a retry does not help. */
export function unscorable(reason: string): ProviderError {
  return wrongRequest(`This continuation cannot be scored: ${reason}.`);
}

/** The number of ids that two sequences share from their start. */
export function sharedLength(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((id, place) => id !== b[place]);
  return differing < 0 ? a.length : differing;
}

/** Three ids that every vocabulary has, for probing. */
export const KNOWN_IDS: readonly number[] = [1, 2, 3];

/**
 * A log-probability as received, in nats; null for a missing value or a stand-in for minus
 * infinity: vLLM sends −9999, llama.cpp the smallest representable number, others null. None of
 * these may enter a sum as if it had been measured.
 */
export function usableLogprob(value: number | null | undefined): number | null {
  const usable = typeof value === "number" && value > -9999 && value <= ROUNDING;
  return usable ? Math.min(value, 0) : null;
}

/**
 * How far above zero rounding in single precision can put the logarithm of a probability near 1.
 */
const ROUNDING = 1e-5;
