import { markdownTable } from "markdown-table";
import { isMeasured } from "./table.ts";
import type { Table, Value } from "./table.ts";
import { valueText } from "./value-text.ts";

/** The table as Markdown: title, what is simulated, the figures, notes. */
export function tableMarkdown(table: Table): string {
  const { title, simulated, columns, rows, notes } = table;
  const grid = markdownTable(
    [
      columns.map((column) => escape(column.title)),
      ...rows.map((row) => row.map((value, i) => cell(value, columns[i]?.digits))),
    ],
    { align: columns.map((_, i) => (isNumeric(table, i) ? "r" : "l")) },
  );
  const parts = [`# ${title}`, simulated && `> **Simulated.** ${simulated}`, grid];
  if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join("\n"));
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function cell(value: Value, digits: number | undefined): string {
  const text = escape(valueText(value, digits));
  return isMeasured(value) && value.mark === "best" ? `**${text}**` : text;
}

function isNumeric({ rows }: Table, i: number): boolean {
  return rows.some((row) => row[i] !== undefined && typeof row[i] !== "string");
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
