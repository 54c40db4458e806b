import { type Column, isMeasured, isNumber, type Table, type Value } from "./table.ts";

/** The table for LaTeX with `booktabs`: caption, rules, ± as \pm, bold as in Markdown. */
export function tableLatex(table: Table): string {
  const { title, simulated, columns, rows, notes, name } = table;
  const alignment = columns.map((_, i) => (rows.some((row) => isNumber(row[i])) ? "r" : "l")).join("");
  const caption = [title, simulated && `Simulated. ${simulated}`, ...notes].filter(Boolean);
  return [
    "\\begin{table}",
    "\\centering",
    `\\begin{tabular}{${alignment}}`,
    "\\toprule",
    `${columns.map((column) => escape(column.title)).join(" & ")} \\\\`,
    "\\midrule",
    ...rows.map((row) => `${row.map((value, i) => show(value, columns[i])).join(" & ")} \\\\`),
    "\\bottomrule",
    "\\end{tabular}",
    `\\caption{${caption.map((part) => escape(String(part))).join(" ")}}`,
    `\\label{tab:${name}}`,
    "\\end{table}",
    "",
  ].join("\n");
}

function show(value: Value, column: Column | undefined): string {
  if (value === undefined) return "--";
  if (typeof value === "string") return escape(value);
  const { value: x, standardError, mark } = isMeasured(value) ? value : { value };
  if (Number.isNaN(x)) return "undefined";
  const round = (number: number): string =>
    column?.digits === undefined ? String(number) : number.toFixed(column.digits);
  const error = standardError === undefined ? "" : ` \\pm ${round(standardError)}`;
  const figure = `${round(x)}${error}`;
  if (mark === "best") return `$\\mathbf{${figure}}$`;
  return mark === "tied" ? `$\\approx ${figure}$` : `$${figure}$`;
}

const special: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "&": "\\&",
  "%": "\\%",
  $: "\\$",
  "#": "\\#",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
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
  return text.replaceAll(/[\\&%$#_{}~^ρ±−≈∉→<>|]/g, (character) => special[character] ?? character);
}
