import type { PromptParts } from "@promptnce/core";

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
