import { isMeasured } from "../table.ts";
import type { Table, Value } from "../table.ts";
import { valueText } from "../value-text.ts";
import { escapeHtml } from "./escape-html.ts";

/** How many letters stay on one line: longer text is set in lines of its column's width. */
const SHORT = 24;

/** A table in a region that scrolls by itself and can be reached by keyboard. */
export function tableHtml({ name, title, simulated, columns, rows, notes }: Table): string {
  const heads = columns.map(({ title: head }, i) => {
    const numeric = i > 0 && rows.some((row) => isNumber(row[i]));
    return `<th scope="col"${numeric ? ' class="number"' : long(head)}>${escapeHtml(head)}</th>`;
  });
  const body = rows.map((row) => {
    const cells = row.map((value, i) => cellHtml(value, columns[i]?.digits, i === 0));
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-labelledby="${name}-caption">
<table class="result"><caption id="${name}-caption">${escapeHtml(title)}</caption>
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>
${simulated ? `<p class="simulated">Simulated. ${escapeHtml(simulated)}</p>` : ""}
${notes.length > 0 ? `<ul class="notes">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join("")}</ul>` : ""}`;
}

function cellHtml(value: Value, digits: number | undefined, first: boolean): string {
  const text = escapeHtml(valueText(value, digits));
  const numeric = isNumber(value);
  const best = isMeasured(value) && value.mark === "best";
  const shown = best ? `<strong>${text}</strong>` : text;
  if (first) return `<th scope="row">${shown}</th>`;
  if (!numeric) return `<td${long(valueText(value, digits))}>${shown}</td>`;
  const sorted = isMeasured(value) ? value.value : value;
  return `<td class="number" data-value="${sorted}">${shown}</td>`;
}

function long(text: string): string {
  return text.length > SHORT ? ' class="long"' : "";
}

function isNumber(value: Value): value is Exclude<Value, string | undefined> {
  return value !== undefined && typeof value !== "string";
}
