import { escapeHtml } from "../figures/escape-html.ts";
import {
  alignments,
  isNumber,
  measurementOf,
  type Note,
  noteText,
  type Table,
} from "../tables/table.ts";
import { valueText } from "../tables/value-text.ts";
import { briefTables, type PageTable } from "./brief-table.ts";
import { alone, type PageView } from "./page-view.ts";
import { readingLinks } from "./reading.ts";

/** The number of letters that stay on one line. Longer text wraps within its column. */
const SHORT = 24;

const NUMBER = ' class="number"';

/** How a table is shown. */
interface TableOptions {
  /** What its page says for it; nothing by default. */
  readonly view?: PageView;
  /** The heading above the table, which its caption need not show again. */
  readonly heading?: string | undefined;
  /** The addresses of the first cells, in row order. */
  readonly links?: readonly string[] | undefined;
  /**
   * The folder with a CSV file of each whole table, to which a shortened table refers instead of
   * repeating itself whole.
   */
  readonly wholeIn?: string | undefined;
}

/**
 * A table as HTML: the columns that fit the page, the whole table one click away or in a file, and
 * the notes.
 */
export function tableHtml(
  given: Table,
  { view = alone, heading, links, wholeIn }: TableOptions = {},
): string {
  const table = { ...given, rows: [...given.rows, ...(given.pageRows ?? [])] };
  const { shown, hidden } = briefTables(table);
  const { notes, name } = table;
  const grid = (part: PageTable, id: string, addresses?: readonly string[]): string =>
    gridHtml(view.isMarkedWhole ? { ...part, simulated: undefined } : part, id, {
      heading,
      links: addresses,
    });
  const isWhole = hidden.length === 0 && shown[0] === table;
  const grids = shown.map((part, i) => grid(part, i === 0 ? name : `${name}-${i}`, links));
  const whole = wholeIn === undefined ? wholeHtml : wholeFileHtml;
  return `${grids.join("\n")}${isWhole ? "" : whole(table, { hidden, grid, wholeIn })}
${view.isExplained ? readingLinks(notes) : ""}
${notesHtml(view.isExplained ? notes.filter((note) => typeof note === "string") : notes)}`;
}

interface ShortTable {
  /** The titles of the columns that are not shown. */
  readonly hidden: readonly string[];
  readonly grid: (table: Table, id: string) => string;
  readonly wholeIn: string | undefined;
}

function wholeHtml(table: Table, { hidden, grid }: ShortTable): string {
  const { columns, name } = table;
  return `<details class="whole"><summary>All ${columns.length} columns, with those hidden above: ${escapeHtml(hidden.join(", "))}</summary>
${grid(table, `${name}-whole`)}</details>`;
}

function wholeFileHtml({ columns, name }: Table, { wholeIn }: ShortTable): string {
  return `<p class="notes">All ${columns.length} columns are in ${escapeHtml(`${wholeIn}/${name}.csv`)}.</p>`;
}

function notesHtml(notes: readonly Note[]): string {
  if (notes.length === 0) return "";
  const items = notes.map((note) => `<li>${escapeHtml(noteText(note))}</li>`);
  return `<ul class="notes">${items.join("")}</ul>`;
}

/** A table in a scrolling region that the keyboard can reach. */
function gridHtml(table: PageTable, id: string, { heading, links }: TableOptions): string {
  const { columns, rows, groups = [] } = table;
  const numeric = alignments(table).map((side, i) => i > 0 && side === "r");
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
        const named = links
          ? `<a href="${escapeHtml(links[at]!)}">${escapeHtml(text)}</a>`
          : escapeHtml(text);
        return `<th scope="row"${long(text)}>${named}</th>`;
      }
      // A missing value in a column of numbers is aligned like a number.
      if (!isNumber(value))
        return `<td${value === undefined && numeric[i] ? NUMBER : long(text)}>${escapeHtml(text)}</td>`;
      const { value: bare, mark, standardError } = measurementOf(value);
      const error = standardError === undefined ? "" : ` data-error="${standardError}"`;
      const shown = mark === "best" ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
      return `<td${NUMBER} data-value="${bare}"${error}>${shown}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-labelledby="table-${id}">
<table class="result">${captionHtml(table, `table-${id}`, heading)}
<thead>${above}<tr>${heads.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>`;
}

/** The title of a table. What the heading above it says already is only read aloud. */
function captionHtml(
  { title, simulated }: PageTable,
  id: string,
  heading: string | undefined,
): string {
  const mark = simulated ? ' <span class="mark">simulated</span>' : "";
  const isRepeated = title === heading && mark === "";
  const repeated = title.startsWith(`${heading}: `) ? `${heading}: ` : "";
  const unseen = repeated && `<span class="unseen">${escapeHtml(repeated)}</span>`;
  const shown = `<span>${unseen}${escapeHtml(title.slice(repeated.length))}${mark}</span>`;
  return `<caption id="${id}"${isRepeated ? ' class="unseen"' : ""}>${shown}</caption>`;
}

function long(text: string): string {
  return text.length > SHORT ? ' class="long"' : "";
}
