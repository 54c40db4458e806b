/** The column of a result that names those of x. Every result has it, and readers know ours by it. */
export const X_COLUMNS = "x_columns";

/** The column that names those of the context, of a result in which there are several. */
export const GIVEN_COLUMNS = "given_columns";

const PREFIX = "promptnce_";

/**
 * What stands before all names of ours, `own`, in a result of rows with these columns: nothing, or, where one of theirs
 * is called as one of ours, `promptnce_`, once more than theirs has it already.
 */
export function prefixFor(theirs: readonly string[], own: ReadonlySet<string>): string {
  return PREFIX.repeat(1 + Math.max(-1, ...theirs.map((name) => depth(name, own))));
}

/** {@link prefixFor}, of a result with these columns. */
export function prefixIn(columns: readonly string[]): string {
  return PREFIX.repeat(Math.max(0, ...columns.map((name) => depth(name, new Set([X_COLUMNS])))));
}

/** How many prefixes stand before the name; −1 of one that is not among `own`. */
function depth(name: string, own: ReadonlySet<string>): number {
  const [prefixes = ""] = /^(?:promptnce_)*/.exec(name) ?? [];
  return own.has(name.slice(prefixes.length)) ? prefixes.length / PREFIX.length : -1;
}
