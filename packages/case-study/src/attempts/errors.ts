/**
 * Something is wrong with a class or with the files it is read from: the message alone, which names
 * the file and line, or the student and field, is enough to act on.
 */
export class ClassDataError extends Error {
  override readonly name: string = "ClassDataError";
}
