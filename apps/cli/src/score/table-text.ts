import Papa from "papaparse";
import { said } from "../terminal/said.ts";
import { escapeCell, markdownTableOf } from "../terminal/terminal.ts";
import type { Table } from "../terminal/page.ts";

export type Cell = string | number | undefined;

/** A table for programs. */
export interface CsvTable extends Pick<Table, "simulated"> {
  readonly columns: readonly { readonly id: string }[];
  /** A cell a column. */
  readonly rows: readonly (readonly Cell[])[];
  /** A remark or none a row, a column of its own; people read it in the notes. */
  readonly remarks?: readonly (string | undefined)[];
}

/** A table for people too. */
export interface ScoreTable extends CsvTable, Pick<Table, "name" | "title" | "notes"> {
  readonly columns: Table["columns"];
}

/** The table for people: rounded, and text that cannot be taken for markup. */
export function scoreMarkdown({ title, columns, rows, notes, simulated }: ScoreTable): string {
  const parts = said(
    `# ${title}`,
    simulated && `> **Simulated.** ${simulated}`,
    markdownTableOf(
      columns.map((column) => column.title),
      rows.map((row) => row.map((cell, i) => cellText(cell, columns[i]?.digits))),
      columns.map((_, i) => (rows.some((row) => typeof row[i] === "number") ? "r" : "l")),
    ),
    notes.length > 0 && notes.map((note) => `- ${escapeCell(note)}`).join("\n"),
  );
  return `${parts.join("\n\n")}\n`;
}

/** The table as CSV with every digit; the last column says of every row whether it is simulated. */
export function scoreCsv({ columns, rows, remarks, simulated }: CsvTable): string {
  const fields = [...columns.map(({ id }) => id), ...(remarks ? ["remark"] : []), "simulated"];
  const data = rows.map((row, i) => [
    ...row.map((cell) => (Number.isNaN(cell) ? undefined : cell)),
    ...(remarks ? [remarks[i]] : []),
    simulated !== undefined,
  ]);
  return `${Papa.unparse([fields, ...data], { newline: "\n" })}\n`;
}

function cellText(cell: Cell, digits: number | undefined): string {
  if (cell === undefined || Number.isNaN(cell)) return "–";
  return typeof cell === "string" || digits === undefined ? String(cell) : cell.toFixed(digits);
}
