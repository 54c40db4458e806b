import type { Table, Value } from "#report";
import { escapeCell, noteText, tableCsv, tableMarkdown } from "#report/tables";

/** A machine-readable table. */
export interface CsvTable extends Pick<Table, "rows" | "simulated"> {
  readonly columns: readonly { readonly id: string }[];
  /** An optional remark per row, in a separate column; the readable table shows it in its notes. */
  readonly remarks?: readonly (string | undefined)[];
}

export type ScoreTable = Table & Pick<CsvTable, "remarks">;

/** The table for people: rounded, with text that cannot be read as markup. */
export function scoreMarkdown(table: ScoreTable): string {
  // A number without specified digits is a count, printed without a thousands separator.
  const columns = table.columns.map((column) => ({ digits: 0, ...column }));
  return tableMarkdown({
    ...table,
    columns,
    rows: table.rows.map(known),
    notes: table.notes.map((note) => escapeCell(noteText(note))),
  });
}

/** The table as CSV with all digits; the last column marks each row as simulated or not. */
export function scoreCsv({ columns, rows, remarks, simulated }: CsvTable): string {
  const cells = rows.map((row, i) => [...known(row), ...(remarks ? [remarks[i]] : [])]);
  return tableCsv({
    columns: [...columns, ...(remarks ? [{ id: "remark" }] : [])],
    rows: cells,
    simulated,
  });
}

/** The cells of a row. NaN, the rate of no comparisons, becomes `undefined`. */
function known(row: Table["rows"][number]): Value[] {
  return row.map((cell) => (Number.isNaN(cell) ? undefined : cell));
}
