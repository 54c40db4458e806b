import { SentenceError } from "@promptnce/core/errors";

/** What is wrong with a class or its files: the message, which names the place or the student, is enough to act on. */
export class ClassDataError extends SentenceError {
  override readonly name: string = "ClassDataError";
}
