import { decimalText } from "@promptnce/core/errors";
import { finer } from "./value-text.ts";
import {
  alignments,
  type Column,
  measurementOf,
  noteText,
  type Table,
  type Value,
} from "./table.ts";

/** The table for LaTeX with `booktabs`: caption, rules, `\pm`, and bold as in Markdown. */
export function tableLatex(table: Table): string {
  const { title, simulated, columns, rows, notes, name } = table;
  const caption = [
    title,
    ...(simulated === undefined ? [] : [`Simulated. ${simulated}`]),
    ...notes.map(noteText),
  ];
  return String.raw`\begin{table}
\centering
\begin{tabular}{${alignments(table).join("")}}
\toprule
${columns.map((column) => escape(column.title)).join(" & ")} \\
\midrule
${rows.map((row) => `${row.map((value, i) => show(value, columns[i])).join(" & ")} \\\\\n`).join("")}\bottomrule
\end{tabular}
\caption{${caption.map(escape).join(" ")}}
\label{tab:${name}}
\end{table}
`;
}

function show(value: Value, column: Column | undefined): string {
  if (value === undefined) return "--";
  if (typeof value === "string") return escape(value);
  const { value: x, standardError = Number.NaN, mark } = measurementOf(value);
  if (Number.isNaN(x)) return "no value";
  const digits = finer(standardError, column?.digits);
  const round = (number: number): string =>
    digits === undefined ? String(number) : decimalText(number, digits);
  const error = Number.isNaN(standardError) ? "" : ` \\pm ${round(standardError)}`;
  const figure = `${round(x)}${error}`;
  if (mark === "best") return `$\\mathbf{${figure}}$`;
  return mark === "tied" ? `$\\approx ${figure}$` : `$${figure}$`;
}

/** Characters that need more than a backslash to be plain text. */
const special: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  ρ: "$\\rho$",
  "±": "$\\pm$",
  "−": "$-$",
  "≈": "$\\approx$",
  "∉": "$\\notin$",
  "→": "$\\rightarrow$",
  "<": "$<$",
  ">": "$>$",
  "|": "$|$",
};

function escape(text: string): string {
  return text.replaceAll(/[\\&%$#_{}~^ρ±−≈∉→<>|]/g, (sign) => special[sign] ?? `\\${sign}`);
}
