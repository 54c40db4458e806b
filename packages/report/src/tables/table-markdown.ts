import { markdownTable } from "markdown-table";
import { alignments, isMeasured, noteText, type Table, type Value } from "./table.ts";
import { valueText } from "./value-text.ts";

/** The table as Markdown: title, a note if it is simulated, the rows, and the notes. */
export function tableMarkdown(table: Table): string {
  const { title, simulated, columns, rows, notes } = table;
  const grid = markdownTable(
    [
      columns.map((column) => escapeCell(column.title)),
      ...rows.map((row) => row.map((value, i) => cell(value, columns[i]?.digits))),
    ],
    { align: alignments(table) },
  );
  const parts = [`# ${title}`, simulated && `> **Simulated.** ${simulated}`, grid];
  if (notes.length > 0) parts.push(notes.map((note) => `- ${noteText(note)}`).join("\n"));
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function cell(value: Value, digits: number | undefined): string {
  const text = escapeCell(valueText(value, digits));
  return isMeasured(value) && value.mark === "best" ? `**${text}**` : text;
}

/**
 * A Markdown table of texts with aligned columns. Every cell, including the head, goes through
 * {@link escapeCell}.
 */
export function markdownTableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly ("l" | "r")[],
): string {
  const cells = [head, ...rows].map((row) => row.map(escapeCell));
  return markdownTable(cells, { align });
}

/**
 * Text that is safe in a Markdown cell, whatever names the data contain. White space and control
 * characters become one blank. A backslash precedes each character that Markdown or HTML would read
 * as markup: `\`, `|`, backtick, `*`, `[`, `]`, `<`, `>`, and `_` except inside a word, where it is
 * not markup.
 */
export function escapeCell(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replaceAll(/[\\|`*[\]<>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`);
}
