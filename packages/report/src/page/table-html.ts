import { isMeasured, isNumber, type Table } from "../tables/table.ts";
import { valueText } from "../tables/value-text.ts";
import { briefTables, type PageTable } from "./brief-table.ts";
import { escapeHtml } from "../figures/escape-html.ts";

/** How many letters stay on one line: longer text is set in lines of its column's width. */
const SHORT = 24;

const NUMBER = ' class="number"';

/** A table as far as it fits the page, the whole of it one click away, and its notes; the first cells may be links. */
export function tableHtml(table: Table, links?: readonly string[]): string {
  const { shown, hidden } = briefTables(table);
  const { notes, columns, rows, name } = table;
  const whole =
    hidden.length === 0 && shown[0] === table
      ? ""
      : `<details class="whole"><summary>All ${columns.length} columns, ${rows.length} rows. Hidden above: ${escapeHtml(hidden.join(", "))}</summary>
${gridHtml(table, `${name}-whole`)}</details>`;
  return `${shown.map((one, i) => gridHtml(one, i === 0 ? name : `${name}-${i}`, links)).join("\n")}${whole}
${notes.length > 0 ? `<ul class="notes">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join("")}</ul>` : ""}`;
}

/** In a region that scrolls by itself and can be reached by keyboard. */
function gridHtml(
  { title, simulated, columns, rows, groups = [] }: PageTable,
  id: string,
  links?: readonly string[],
): string {
  const numeric = columns.map((_, i) => i > 0 && rows.some((row) => isNumber(row[i])));
  const heads = columns.map(({ title: head }, i) => {
    return `<th scope="col"${numeric[i] ? NUMBER : long(head)}>${escapeHtml(head)}</th>`;
  });
  const spans = groups.map(({ title: of, span }) =>
    of === "" ? "<td></td>" : `<th scope="colgroup" colspan="${span}">${escapeHtml(of)}</th>`,
  );
  const above = spans.length > 0 ? `<tr class="groups">${spans.join("")}</tr>` : "";
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
      const { value: bare, mark, standardError } = isMeasured(value) ? value : { value };
      const error = standardError === undefined ? "" : ` data-error="${standardError}"`;
      const shown = mark === "best" ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
      return `<td${NUMBER} data-value="${bare}"${error}>${shown}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-labelledby="table-${id}">
<table class="result"><caption id="table-${id}">${escapeHtml(title)}${simulated ? ' <span class="mark">simulated</span>' : ""}</caption>
<thead>${above}<tr>${heads.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>`;
}

function long(text: string): string {
  return text.length > SHORT ? ' class="long"' : "";
}
