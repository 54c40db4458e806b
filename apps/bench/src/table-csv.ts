import Papa from "papaparse";
import { isMeasured } from "./table.ts";
import type { Table } from "./table.ts";

/**
 * The table as CSV, one row a row, every digit kept: a measured value is two columns, `id` and
 * `id_se`. The last column, `simulated`, says of every row whether anything in it was.
 */
export function tableCsv(table: Table): string {
  const withError = table.columns.map((_, i) =>
    table.rows.some((row) => isMeasured(row[i]) && row[i].standardError !== undefined),
  );
  const fields = table.columns.flatMap(({ id }, i) => (withError[i] ? [id, `${id}_se`] : [id]));
  const data = table.rows.map((row) => [
    ...row.flatMap((value, i) => {
      const figures = isMeasured(value) ? [value.value, value.standardError] : [value];
      return withError[i] ? [figures[0], figures[1]] : [figures[0]];
    }),
    table.simulated !== undefined,
  ]);
  return `${Papa.unparse({ fields: [...fields, "simulated"], data }, { newline: "\n" })}\n`;
}
