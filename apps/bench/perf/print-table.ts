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
