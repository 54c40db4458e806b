/** Reads an option that may be repeated, each time with one value or several by commas. */
export function each(value: string, before: readonly string[] = []): string[] {
  return [...before, ...value.split(",")];
}
