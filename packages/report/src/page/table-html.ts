import { escapeHtml } from "../figures/escape-html.ts";
import { isMeasured, isNumber } from "../tables/table.ts";
import type { Column, Crossing, Table, Value } from "../tables/table.ts";
import { valueText } from "../tables/value-text.ts";

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
function gridHtml(table: PageTable, id: string, links?: readonly string[]): string {
  const { title, simulated, columns, rows, groups = [] } = table;
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
        const named = links
          ? `<a href="${escapeHtml(links[at]!)}">${escapeHtml(text)}</a>`
          : escapeHtml(text);
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

/** A table as a page shows it: of columns that belong together with what they are of above them. */
interface PageTable extends Table {
  readonly groups?: readonly { readonly title: string; readonly span: number }[];
}

type Row = Table["rows"][number];

/** So many columns fit a page. */
const FIT = 11;

/** What of a table a page shows first, and the names of the columns that it leaves out; the table itself where it fits. */
export function briefTables(table: Table): {
  shown: readonly PageTable[];
  hidden: readonly string[];
} {
  const { crossing, columns, rows } = table;
  const crossed = crossing?.ours.flatMap((ours) => crossedTable(table, crossing, ours) ?? []) ?? [];
  if (crossing !== undefined && crossed.length > 0) {
    const beside = Object.values(crossing.beside ?? {}).map(({ id }) => id);
    const shown = new Set([
      crossing.row,
      crossing.group,
      ...crossing.ours,
      ...beside,
      crossing.paper[0],
    ]);
    return {
      shown: crossed,
      hidden: columns.flatMap(({ id, title }) => (shown.has(id) ? [] : [title])),
    };
  }
  if (columns.length <= FIT) return { shown: [table], hidden: [] };
  const named =
    table.brief ??
    (crossing && [
      crossing.group,
      crossing.row,
      crossing.apart,
      ...crossing.ours,
      crossing.paper[0],
    ]);
  const kept = columns.flatMap(({ id }, i) => ((named?.includes(id) ?? i < FIT) ? [i] : []));
  const only = <T>(cells: readonly T[]): T[] => kept.map((i) => cells[i] as T);
  const brief = { ...table, columns: only(columns), rows: rows.map(only) };
  return {
    shown: [brief],
    hidden: columns.flatMap(({ title }, i) => (kept.includes(i) ? [] : [title])),
  };
}

/**
 * A row a method, of each dataset ours, the paper's and, where it says something, the difference; nothing where that
 * would hide a row.
 */
function crossedTable(table: Table, crossing: Crossing, oursId: string): PageTable | undefined {
  const { columns, rows, title } = table;
  const at = (id: string | undefined): number => columns.findIndex((column) => column.id === id);
  const [ours, apart] = [at(oursId), at(crossing.apart)];
  const papers = crossing.paper.map(at);
  const textAt = (cells: Row, id: string): string => valueText(cells[at(id)], undefined);
  const short = (cells: Row) => textAt(cells, crossing.row);
  const long = (cells: Row) =>
    `${short(cells)}, ${columns[apart]?.title} = ${textAt(cells, crossing.apart)}`;
  const groups = [...Map.groupBy(rows, (cells) => textAt(cells, crossing.group))];
  // A row that stands in two blocks, as a baseline does, is one.
  const bare = (value: Value) => (isMeasured(value) ? value.value : value);
  const valueOf = (cells: Row) => JSON.stringify(bare(cells[ours]));
  const count = (texts: readonly string[]) => new Set(texts).size;
  const keyOf = [short, long].find((key) =>
    groups.every(
      ([, own]) => count(own.map(key)) === count(own.map((cells) => key(cells) + valueOf(cells))),
    ),
  );
  if (keyOf === undefined) return undefined;
  const [paper] = papers;
  const besides = crossing.beside?.[oursId];
  const titlesOf = (group: string): string[] => {
    const differs = paper !== undefined && crossing.differing[oursId]?.includes(group) === true;
    return [
      "Ours",
      ...(paper === undefined ? [] : ["Paper"]),
      ...(differs ? ["Difference"] : []),
      ...(besides === undefined ? [] : [besides.title]),
    ];
  };
  const partsOf = (group: string): Column[] =>
    titlesOf(group).map((part) => ({
      id: part,
      title: part,
      digits: columns[ours]?.digits ?? 2,
    }));
  const cellsOf = (cells: Row | undefined, group: string): Value[] => {
    const [own, printed] = [cells?.[ours], paper === undefined ? undefined : cells?.[paper]];
    const [a, b] = [bare(own), bare(printed)];
    const difference = typeof a === "number" && typeof b === "number" ? a - b : undefined;
    const values: Readonly<Record<string, Value>> = {
      Ours: own,
      Paper: printed ?? printedText(columns, papers, cells),
      Difference: difference,
    };
    return titlesOf(group).map((part) =>
      part === besides?.title ? bare(cells?.[at(besides.id)]) : values[part],
    );
  };
  return {
    ...table,
    title: `${title}: ${columns[ours]?.title}${paper === undefined ? "" : ` (${columns[paper]?.title})`}`,
    groups: [
      { title: "", span: 1 },
      ...groups.map(([group]) => ({ title: group, span: titlesOf(group).length })),
    ],
    columns: [columns[at(crossing.row)]!, ...groups.flatMap(([group]) => partsOf(group))],
    rows: [...new Set(rows.map(keyOf))].map((key) => [
      key,
      ...groups.flatMap(([group, own]) => {
        const cells = own.find((one) => keyOf(one) === key);
        return cellsOf(cells, group);
      }),
    ]),
  };
}

/** What the paper printed of a row for other models than its first, each with the model; absent where nothing. */
function printedText(
  columns: Table["columns"],
  papers: readonly number[],
  cells: Row | undefined,
): string | undefined {
  const printed = papers.flatMap((at) => {
    const value = cells?.[at];
    if (value === undefined) return [];
    const model = columns[at]!.title.replace(/^.*, /, "");
    return [`${valueText(value, columns[at]!.digits)} (${model})`];
  });
  return printed.length === 0 ? undefined : printed.join(", ");
}
