/**
 * Something is wrong with the data or where it lies: the message alone is enough to act on, so a program shows it
 * without a stack trace.
 */
export class DatasetError extends Error {
  override readonly name: string = "DatasetError";
}

/**
 * Throws what is wrong with the files, one sentence a line, the first ten and how many more; does nothing where nothing
 * is wrong. A reader hears of all bad lines at once, not one a run.
 */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, 10);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more like these.`);
  throw new DatasetError(lines.join("\n"));
}
