import { isMeasured, isNumber, type Table } from "../tables/table.ts";
import { valueText } from "../tables/value-text.ts";
import { escapeHtml } from "../figures/escape-html.ts";

/** How many letters stay on one line: longer text is set in lines of its column's width. */
const SHORT = 24;

const NUMBER = ' class="number"';

/** A table in a region that scrolls by itself and can be reached by keyboard; the first cells may be links. */
export function tableHtml(table: Table, links?: readonly string[]): string {
  const { name, title, simulated, columns, rows, notes } = table;
  const numeric = columns.map((_, i) => i > 0 && rows.some((row) => isNumber(row[i])));
  const heads = columns.map(({ title: head }, i) => {
    return `<th scope="col"${numeric[i] ? NUMBER : long(head)}>${escapeHtml(head)}</th>`;
  });
  const body = rows.map((row, at) => {
    const cells = row.map((value, i) => {
      const text = valueText(value, columns[i]?.digits);
      if (i === 0) {
        const named = links ? `<a href="${escapeHtml(links[at]!)}">${escapeHtml(text)}</a>` : escapeHtml(text);
        return `<th scope="row"${long(text)}>${named}</th>`;
      }
      // What is absent from a column of numbers stands where its number would.
      if (!isNumber(value))
        return `<td${value === undefined && numeric[i] ? NUMBER : long(text)}>${escapeHtml(text)}</td>`;
      const { value: bare, mark } = isMeasured(value) ? value : { value };
      const shown = mark === "best" ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
      return `<td${NUMBER} data-value="${bare}">${shown}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-labelledby="${name}-caption">
<table class="result"><caption id="${name}-caption">${escapeHtml(title)}${simulated ? ' <span class="mark">simulated</span>' : ""}</caption>
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>
${notes.length > 0 ? `<ul class="notes">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join("")}</ul>` : ""}`;
}

function long(text: string): string {
  return text.length > SHORT ? ' class="long"' : "";
}
