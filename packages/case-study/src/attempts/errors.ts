import { SentenceError } from "@promptnce/core/errors";

/**
 * An error in a class or its files. The message names the place or the student and is enough to act
 * on.
 */
export class ClassDataError extends SentenceError {
  override readonly name: string = "ClassDataError";
}
