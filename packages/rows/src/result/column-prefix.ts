/**
 * The column that names the columns of x. Every result has it, and readers recognise a result by
 * it.
 */
export const X_COLUMNS = "x_columns";

/** The column that names the columns of the context, in results with several contexts. */
export const GIVEN_COLUMNS = "given_columns";

/** The column that names the column of weights; only in results whose rows have weights. */
export const WEIGHT_COLUMN = "weight_column";

const PREFIX = "promptnce_";

/**
 * The prefix of the result's columns, to keep them apart from the columns of the rows. It is empty
 * unless a column of the rows has one of the `reserved` names; otherwise it is `promptnce_`,
 * repeated once more than that column has it.
 */
export function prefixFor(rowColumns: readonly string[], reserved: ReadonlySet<string>): string {
  return PREFIX.repeat(1 + Math.max(-1, ...rowColumns.map((name) => depth(name, reserved))));
}

/**
 * The prefix that {@link prefixFor} gave to a result with these columns.
 *
 * @example
 * prefixIn(["cue", "method", "promptnce_method", "promptnce_x_columns"]); // → "promptnce_"
 */
export function prefixIn(columns: readonly string[]): string {
  return PREFIX.repeat(Math.max(0, ...columns.map((name) => depth(name, new Set([X_COLUMNS])))));
}

/** The number of prefixes before a reserved name; −1 if the rest of the name is not reserved. */
function depth(name: string, reserved: ReadonlySet<string>): number {
  const [prefixes = ""] = /^(?:promptnce_)*/.exec(name) ?? [];
  return reserved.has(name.slice(prefixes.length)) ? prefixes.length / PREFIX.length : -1;
}
