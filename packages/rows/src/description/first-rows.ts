import type { FileRecord } from "../formats/records.ts";
import type { TableStart } from "../input/table-start.ts";
import type { RowTable } from "../input/table.ts";

/** The rows that are read, at least. */
const ROWS = 2000;

/** The columns and the first rows of a table, to be described. */
export async function firstRows(table: RowTable): Promise<Pick<TableStart, "columns" | "rows">> {
  const records: FileRecord[] = [];
  for await (const some of table.open([])) {
    records.push(...some);
    if (records.length >= ROWS) break;
  }
  const columns = [...new Set(records.flatMap((record) => record.columns))];
  const places = new Map(columns.map((column, place) => [column, place]));
  const rows = records.map(({ cell }) => {
    return (column: string) => String(cell(column, places.get(column) ?? -1) ?? "");
  });
  return { columns, rows };
}
