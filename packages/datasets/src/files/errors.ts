import { SentenceError } from "@promptnce/core/errors";

/**
 * An error in the data or its location. Its message is enough to act on, and is shown without a
 * stack.
 */
export class DatasetError extends SentenceError {
  override readonly name = "DatasetError";
}

/**
 * Throws the given errors, if any, together: the first ten sentences and the number of further
 * ones.
 */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, 10);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more like these.`);
  throw new DatasetError(lines.join("\n"));
}
