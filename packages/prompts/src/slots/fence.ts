/**
 * A fence for texts that nobody has checked: three backticks, or one more than any of the texts has
 * in a row, so that nothing in a text can be taken for its end.
 */
export function fence(texts: readonly string[]): string {
  const runs = texts.flatMap((text) => text.match(/`{3,}/g) ?? []);
  return "`".repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
}
