/** What to say of a column that the header has with blanks around it; `undefined` if it has not. */
export function paddedText(names: readonly string[], column: string): string | undefined {
  const padded = names.find((name) => name.trim() === column);
  if (padded === undefined) return undefined;
  return `the header has ${JSON.stringify(padded)}, with blanks around it, so take them out of the file or name the column with them`;
}
