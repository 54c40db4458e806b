import { markdownTable } from "markdown-table";
import { isMeasured } from "./table.ts";
import type { Column, Table, Value } from "./table.ts";

/** The table as Markdown: title, what is simulated, the figures, notes. */
export function tableMarkdown(table: Table): string {
  const grid = markdownTable(
    [
      table.columns.map((column) => escape(column.title)),
      ...table.rows.map((row) => row.map((value, i) => escape(show(value, table.columns[i])))),
    ],
    { align: table.columns.map((_, i) => (isNumeric(table, i) ? "r" : "l")) },
  );
  const parts = [
    `# ${table.title}`,
    table.simulated && `> **Simulated.** ${table.simulated}`,
    grid,
  ];
  if (table.notes.length > 0) parts.push(table.notes.map((note) => `- ${note}`).join("\n"));
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function show(value: Value, column: Column | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const digits = column?.digits;
  const round = (x: number): string => {
    if (Number.isNaN(x)) return "undefined";
    const text = digits === undefined ? x.toLocaleString("en") : x.toFixed(digits);
    return text.replace("-", "−");
  };
  if (!isMeasured(value)) return round(value);
  const { value: x, standardError, mark } = value;
  const bare = standardError === undefined || Number.isNaN(x);
  const text = bare ? round(x) : `${round(x)} ± ${round(standardError)}`;
  return mark === "best" ? `**${text}**` : mark === "tied" ? `≈ ${text}` : text;
}

function isNumeric(table: Table, i: number): boolean {
  return table.rows.some((row) => row[i] !== undefined && typeof row[i] !== "string");
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
