import type { Table, Value } from "#report";
import { escapeCell, tableCsv, tableMarkdown } from "#report";

/** A table for programs. */
export interface CsvTable extends Pick<Table, "rows" | "simulated"> {
  readonly columns: readonly { readonly id: string }[];
  /** A remark or none a row, a column of its own; people read it in the notes. */
  readonly remarks?: readonly (string | undefined)[];
}

export type ScoreTable = Table & Pick<CsvTable, "remarks">;

/** The table for people: rounded, and text that cannot be taken for markup. */
export function scoreMarkdown(table: ScoreTable): string {
  // What has no digits is a count, without a mark at thousands.
  const columns = table.columns.map((column) => ({ digits: 0, ...column }));
  return tableMarkdown({
    ...table,
    columns,
    rows: table.rows.map(known),
    notes: table.notes.map(escapeCell),
  });
}

/** The table as CSV with every digit; the last column says of every row whether it is simulated. */
export function scoreCsv({ columns, rows, remarks, simulated }: CsvTable): string {
  const cells = rows.map((row, i) => [...known(row), ...(remarks ? [remarks[i]] : [])]);
  return tableCsv({
    columns: [...columns, ...(remarks ? [{ id: "remark" }] : [])],
    rows: cells,
    simulated,
  });
}

/** A rate of nothing is absent. */
function known(row: Table["rows"][number]): Value[] {
  return row.map((cell) => (Number.isNaN(cell) ? undefined : cell));
}
