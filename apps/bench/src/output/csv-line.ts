import Papa from "papaparse";

/** The value of a cell; `undefined` leaves it empty. */
export type Cell = string | number | undefined;

/** What a cell may hold that needs quotes. */
const QUOTED = /["\r\n,\uFEFF]|^\s|\s$/;

/**
 * A line of CSV as Papa Parse writes it, with its end. Few cells need quotes, and it takes long to
 * find that out.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(value: Cell): string {
  const text = String(value ?? "");
  return QUOTED.test(text) ? Papa.unparse([[text]]) : text;
}
