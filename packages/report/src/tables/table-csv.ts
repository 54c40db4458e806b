import Papa from "papaparse";
import { type Column, isMeasured, type Table } from "./table.ts";

type Data = Pick<Table, "rows" | "simulated"> & { readonly columns: readonly Pick<Column, "id">[] };

/**
 * The table as CSV with full precision. A measured value has its standard error in `id_se` and its
 * mark in `id_mark`.
 */
export function tableCsv({ columns, rows, simulated }: Data): string {
  const having = (name: "mark" | "standardError"): boolean[] =>
    columns.map((_, i) => rows.some((row) => isMeasured(row[i]) && row[i][name] !== undefined));
  const [withMark, withError] = [having("mark"), having("standardError")];
  const fields = columns.flatMap(({ id }, i) => [
    id,
    ...(withError[i] ? [`${id}_se`] : []),
    ...(withMark[i] ? [`${id}_mark`] : []),
  ]);
  const data = rows.map((row) => [
    ...row.flatMap((value, i) => {
      const { value: figure, standardError, mark } = isMeasured(value) ? value : { value };
      return [figure, ...(withError[i] ? [standardError] : []), ...(withMark[i] ? [mark] : [])];
    }),
    simulated !== undefined,
  ]);
  return `${Papa.unparse([[...fields, "simulated"], ...data], { newline: "\n" })}\n`;
}
