/** What is wrong with the data or where it lies: its message is enough to act on, and is shown without a stack. */
export class DatasetError extends Error {
  override readonly name: string = "DatasetError";
}

/** Throws what is wrong, if anything is: ten sentences and how many more, so that all is heard of at once. */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, 10);
  const more = problems.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more like these.`);
  throw new DatasetError(lines.join("\n"));
}
