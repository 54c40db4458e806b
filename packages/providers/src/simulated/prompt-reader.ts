import type { Continuation, Input, Kind, Label } from "@promptnce/core";

/** What a prompt asks, as far as its text says. */
export interface ReadPrompt {
  readonly kind: Kind;
  readonly task: string;
  /** Present in every kind but the two marginals, and where a likelihood is asked given x. */
  readonly x?: Input;
  /** Present where one label is asked about. */
  readonly y?: Label;
  /** Present in the closed and the open kind. */
  readonly candidates?: readonly Label[];
  /** The keys that the reply must use for them, in their order; absent where they are the labels. */
  readonly candidateKeys?: readonly string[];
  /** The key that the reply must use for unlisted labels; present in the open kind. */
  readonly otherKey?: string;
  /** What the next token may be, in the order shown, where its distribution is the answer. */
  readonly options?: readonly string[];
  /** The key of the one number asked for; present where one label is asked about. */
  readonly replyKey?: string;
}

/**
 * Finds out what a prompt asks, or gives `undefined` where no template has this wording. It is
 * handed in, so that this package knows no wording; `readPrompt` of `@promptnce/prompts` is one. Where
 * a text is to be scored behind the prompt, it is given too.
 */
export type PromptReader = (prompt: string, continuation?: Continuation) => ReadPrompt | undefined;
