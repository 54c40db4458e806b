import { isMeasured, isNumber } from "../tables/table.ts";
import type { Column, Crossing, Measured, Table, Value } from "../tables/table.ts";
import { valueText } from "../tables/value-text.ts";

/** A table as a page shows it: of columns that belong together with what they are of above them. */
export interface PageTable extends Table {
  readonly groups?: readonly { readonly title: string; readonly span: number }[];
}

type Row = Table["rows"][number];

/** So many columns fit a page. */
const FIT = 11;

/** What of a table a page shows first, and the names of the columns that it leaves out; the table itself where it fits. */
export function briefTables(table: Table): {
  readonly shown: readonly PageTable[];
  readonly hidden: readonly string[];
} {
  const { crossing, columns, rows } = table;
  const crossed = crossing?.ours.flatMap((ours) => crossedTable(table, { ...crossing, ours }) ?? []) ?? [];
  if (crossing !== undefined && crossed.length > 0) {
    const shown = new Set([crossing.row, crossing.group, ...crossing.ours, crossing.paper]);
    return { shown: crossed, hidden: columns.flatMap(({ id, title }) => (shown.has(id) ? [] : [title])) };
  }
  if (columns.length <= FIT) return { shown: [table], hidden: [] };
  const named =
    table.brief ?? (crossing && [crossing.group, crossing.row, crossing.apart, ...crossing.ours, crossing.paper]);
  const kept = columns.flatMap(({ id }, i) => ((named?.includes(id) ?? i < FIT) ? [i] : []));
  const only = <T>(cells: readonly T[]): T[] => kept.map((i) => cells[i] as T);
  const brief = { ...table, columns: only(columns), rows: rows.map(only) };
  return { shown: [brief], hidden: columns.flatMap(({ title }, i) => (kept.includes(i) ? [] : [title])) };
}

/** A row a method, of each dataset ours, the paper's and the difference; nothing where that would hide a row. */
function crossedTable(
  table: Table,
  crossing: Omit<Crossing, "ours"> & { readonly ours: string },
): PageTable | undefined {
  const { columns, rows, title } = table;
  const at = (id: string | undefined): number => columns.findIndex((column) => column.id === id);
  const [ours, paper, apart] = [at(crossing.ours), at(crossing.paper), at(crossing.apart)];
  const textAt = (cells: Row, id: string): string => valueText(cells[at(id)], undefined);
  const short = (cells: Row) => textAt(cells, crossing.row);
  const long = (cells: Row) => `${short(cells)}, ${columns[apart]?.title} = ${textAt(cells, crossing.apart)}`;
  const groups = [...Map.groupBy(rows, (cells) => textAt(cells, crossing.group))];
  // A row that stands in two blocks, as of who knows nothing, is one.
  const valueOf = (cells: Row) => JSON.stringify(isMeasured(cells[ours]) ? cells[ours].value : cells[ours]);
  const count = (texts: readonly string[]) => new Set(texts).size;
  const keyOf = [short, long].find((key) =>
    groups.every(([, own]) => count(own.map(key)) === count(own.map((cells) => key(cells) + valueOf(cells)))),
  );
  if (keyOf === undefined) return undefined;
  const titles = paper < 0 ? ["Ours"] : ["Ours", "Paper", "Difference"];
  const parts = titles.map((part): Column => ({ id: part, title: part, digits: columns[ours]?.digits ?? 2 }));
  const cellsOf = (cells: Row | undefined): Value[] => {
    const [own, printed] = [cells?.[ours], cells?.[paper]];
    const difference = isNumber(own) && isNumber(printed) ? bare(own) - bare(printed) : undefined;
    return [own, printed, difference].slice(0, parts.length);
  };
  return {
    ...table,
    title: `${title}: ${columns[ours]?.title}${paper < 0 ? "" : ` (${columns[paper]?.title})`}`,
    groups: [{ title: "", span: 1 }, ...groups.map(([group]) => ({ title: group, span: parts.length }))],
    columns: [columns[at(crossing.row)]!, ...groups.flatMap(() => parts)],
    rows: [...new Set(rows.map(keyOf))].map((key) => [
      key,
      ...groups.flatMap(([, own]) => cellsOf(own.find((cells) => keyOf(cells) === key))),
    ]),
  };
}

function bare(value: number | Measured): number {
  return isMeasured(value) ? value.value : value;
}
