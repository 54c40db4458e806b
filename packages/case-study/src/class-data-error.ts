/**
 * Something is wrong with the files of a class: the message alone, which names file and line, is
 * enough to act on.
 */
export class ClassDataError extends Error {
  override readonly name: string = "ClassDataError";
}
