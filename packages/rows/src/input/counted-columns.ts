import type { Columns } from "./read-rows.ts";
import type { RowTable } from "./table.ts";

/** The count that makes each row one person's answer. */
const ROWS = "rows";

/** The columns with a count `rows` resolved: a column of that name, or else each row is an answer. */
export async function countedColumns(table: RowTable, columns: Columns): Promise<Columns> {
  if (columns.count !== ROWS) return columns;
  for await (const [record] of table.open([])) {
    if (record?.columns.includes(ROWS)) return columns;
    break;
  }
  const { count: _, ...others } = columns;
  return { ...others, countsRows: true };
}
