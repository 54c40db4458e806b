import type { ResultRow } from "./result-columns.ts";

/** Rows as JSON lines, one object a row with every column; what is `null` is `null`. */
export function jsonLinesText(names: readonly string[], rows: readonly ResultRow[]): string {
  const keys = names.map((name) => JSON.stringify(name));
  const line = (row: ResultRow): string =>
    `{${row.map((value, i) => `${keys[i]}:${JSON.stringify(value)}`).join(",")}}\n`;
  return rows.map(line).join("");
}
