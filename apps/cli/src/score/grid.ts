import { markdownTable } from "markdown-table";
import Papa from "papaparse";

export type Cell = string | number | undefined;

interface Column {
  readonly id: string;
  readonly title: string;
  /** Digits behind the point for people; CSV keeps them all. */
  readonly digits?: number;
}

/** A table as data. */
export interface Grid {
  /** File name without ending. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  /** A cell a column. */
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
  /** A remark or none a row, a column of the CSV; people read it in the notes. */
  readonly remarks?: readonly (string | undefined)[];
  /** The sentence that says what in it is simulated, where anything is. */
  readonly simulated: string | undefined;
}

/** The table for people: rounded, and text that cannot be taken for markup. */
export function gridMarkdown({ title, columns, rows, notes, simulated }: Grid): string {
  const table = markdownTable(
    [
      columns.map((column) => plain(column.title)),
      ...rows.map((row) => row.map((cell, i) => cellText(cell, columns[i]?.digits))),
    ],
    { align: columns.map((_, i) => (rows.some((row) => typeof row[i] === "number") ? "r" : "l")) },
  );
  const parts = [
    `# ${title}`,
    ...(simulated === undefined ? [] : [`> **Simulated.** ${simulated}`]),
    table,
    ...(notes.length > 0 ? [notes.map((note) => `- ${plain(note)}`).join("\n")] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The table as CSV with every digit; the last column says of every row whether it is simulated. */
export function gridCsv({ columns, rows, remarks, simulated }: Grid): string {
  const fields = [...columns.map(({ id }) => id), ...(remarks ? ["remark"] : []), "simulated"];
  const data = rows.map((row, i) => [
    ...row.map((cell) => (typeof cell === "number" && Number.isNaN(cell) ? undefined : cell)),
    ...(remarks ? [remarks[i]] : []),
    simulated !== undefined,
  ]);
  return `${Papa.unparse([fields, ...data], { newline: "\n" })}\n`;
}

function cellText(cell: Cell, digits: number | undefined): string {
  if (cell === undefined || (typeof cell === "number" && Number.isNaN(cell))) return "–";
  if (typeof cell === "string") return plain(cell);
  return digits === undefined ? String(cell) : cell.toFixed(digits);
}

/** On one line, its markup shown: names of students and summaries are anybody's text. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);
}
