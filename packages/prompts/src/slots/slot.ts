import type { Input, Label } from "@promptnce/core";

/** What a prompt shows of its question. */
export interface PromptParts {
  readonly x?: Input;
  readonly y?: Label;
  readonly candidates?: readonly Label[];
  /** The keys that stand for the candidates; absent where these are the candidates themselves. */
  readonly candidateKeys?: readonly string[];
  /** The key that stands for the category OTHER. */
  readonly otherKey?: string;
  /** What the next token may be, in the order shown; present where the answer is read from its distribution. */
  readonly options?: readonly string[];
}

/**
 * What fills a place in a body, in both directions. `write` is a property, not a method, so that the compiler refuses a
 * slot that needs a part which the kind of question does not have.
 */
export interface Slot<Question> {
  /** In words, for those who fill the body with a program of their own. */
  readonly about: string;
  readonly write: (question: Question) => string;
  /** What the written text says of the question; nothing where it only sets the scene. */
  readonly read: (text: string) => PromptParts;
}
