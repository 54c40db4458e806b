/**
 * Prints a table in Markdown, row by row as these are found; the names of columns of numbers begin
 * with "#".
 */
export function printTable(
  columns: readonly string[],
  rows: Iterable<readonly (string | number)[]>,
): void {
  const isNumber = (column: string) => column.startsWith("#");
  printRow(columns.map((column) => column.replace("#", "")));
  printRow(columns.map((column) => (isNumber(column) ? "---:" : "---")));
  for (const row of rows) {
    printRow(row);
  }
}

function printRow(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

/** A share in %. */
export function percent(share: number): string {
  return (100 * share).toFixed(1);
}
