/** A row of a table in Markdown. */
export function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
