import { tableMarkdown, type Value } from "@promptnce/report";

/** Prints a table of docs/performance.md as Markdown. */
export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): void {
  const named = columns.map((column) => ({ id: column, title: column }));
  const table = { name: title, title, simulated: undefined, columns: named, rows, notes: [] };
  console.log(tableMarkdown(table));
}

/** The median; the higher of the two middle values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
