import {
  type Crossing,
  isMeasured,
  type Measurement,
  placeOf,
  type Table,
  type Value,
} from "../tables/table.ts";
import { valueText } from "../tables/value-text.ts";

/** A table as a page shows it, optionally with headings above groups of columns. */
export interface PageTable extends Table {
  readonly groups?: readonly { readonly title: string; readonly span: number }[];
}

type Row = Table["rows"][number];

/** The maximum number of columns that fit a page. */
const FIT = 11;

/**
 * The parts of a table that a page shows first, and the titles of the columns that it hides. A
 * table that fits is shown as it is.
 */
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
 * The table with one row per method and, for each dataset, our value, the paper's and, if
 * meaningful, their difference. `undefined` if this would hide a row.
 */
function crossedTable(table: Table, crossing: Crossing, oursId: string): PageTable | undefined {
  const { columns, rows, title } = table;
  const places = placesOf(table, crossing, oursId);
  const ours = columns[places.ours];
  const [paper] = places.papers;
  const groups = [...Map.groupBy(rows, (cells) => textAt(cells, places.group))];
  const keyOf = keyOfRows(columns, places, groups);
  if (keyOf === undefined) return undefined;
  const partsOf = partsOfGroups(columns, crossing, places, oursId);
  return {
    ...table,
    title: `${title}: ${ours?.title}${paper === undefined ? "" : ` (${columns[paper]?.title})`}`,
    groups: [
      { title: "", span: 1 },
      ...groups.map(([group]) => ({ title: group, span: partsOf(group).length })),
    ],
    columns: [
      columns[places.row]!,
      ...groups.flatMap(([group]) =>
        partsOf(group).map((part) => ({
          id: part.title,
          title: part.title,
          digits: ours?.digits ?? 2,
        })),
      ),
    ],
    rows: [...new Set(rows.map(keyOf))].map((key) => [
      key,
      ...groups.flatMap(([group, cellsOfGroup]) => {
        const cells = cellsOfGroup.find((candidate) => keyOf(candidate) === key);
        return partsOf(group).map(({ of }) => of(cells));
      }),
    ]),
  };
}

/** The indices of a crossing's columns. */
interface Places extends Record<"row" | "group" | "apart" | "ours", number> {
  readonly papers: readonly number[];
}

function placesOf(table: Table, crossing: Crossing, oursId: string): Places {
  const at = (id: string): number => placeOf(table, id);
  return {
    row: at(crossing.row),
    group: at(crossing.group),
    apart: at(crossing.apart),
    ours: at(oursId),
    papers: crossing.paper.map(at),
  };
}

function textAt(cells: Row, place: number): string {
  return valueText(cells[place], undefined);
}

/** The value without its error. */
function bare(value: Value): Exclude<Value, Measurement> {
  return isMeasured(value) ? value.value : value;
}

type Groups = readonly (readonly [string, readonly Row[]])[];

/**
 * The shortest name of a row that tells apart what differs within a group; `undefined` if none
 * does. A row that occurs in two blocks, such as a baseline, is shown once.
 */
function keyOfRows(
  columns: Table["columns"],
  { row, apart, ours }: Places,
  groups: Groups,
): ((cells: Row) => string) | undefined {
  const short = (cells: Row): string => textAt(cells, row);
  const long = (cells: Row): string =>
    `${short(cells)}, ${columns[apart]?.title} = ${textAt(cells, apart)}`;
  const valueOf = (cells: Row): string => JSON.stringify(bare(cells[ours])) ?? "";
  const count = (texts: readonly string[]): number => new Set(texts).size;
  return [short, long].find((key) =>
    groups.every(([, cellsOfGroup]) => {
      const values = cellsOfGroup.map((cells) => key(cells) + valueOf(cells));
      return count(cellsOfGroup.map(key)) === count(values);
    }),
  );
}

/** A column of a group, with the value of a row that the group may lack. */
interface Part {
  readonly title: string;
  readonly of: (cells: Row | undefined) => Value;
}

/** The columns of each group. */
function partsOfGroups(
  columns: Table["columns"],
  crossing: Crossing,
  { ours, papers }: Places,
  oursId: string,
): (group: string) => Part[] {
  const [paper] = papers;
  const printed = (cells: Row | undefined): Value =>
    paper === undefined ? undefined : cells?.[paper];
  const difference = (cells: Row | undefined): Value => {
    const [own, others] = [bare(cells?.[ours]), bare(printed(cells))];
    return typeof own === "number" && typeof others === "number" ? own - others : undefined;
  };
  const beside = crossing.beside?.[oursId];
  const besideAt = columns.findIndex(({ id }) => id === beside?.id);
  const ownPart: Part = { title: crossing.oursTitle ?? "Ours", of: (cells) => cells?.[ours] };
  const paperPart: Part = {
    title: "Paper",
    of: (cells) => printed(cells) ?? printedText(columns, papers, cells),
  };
  return (group) => {
    const differs = paper !== undefined && crossing.differing[oursId]?.includes(group) === true;
    return [
      ownPart,
      ...(paper === undefined ? [] : [paperPart]),
      ...(differs ? [{ title: "Difference", of: difference }] : []),
      ...(beside ? [{ title: beside.title, of: (cells?: Row) => bare(cells?.[besideAt]) }] : []),
    ];
  };
}

/**
 * The values that the paper printed for models other than its first, each with the model's name;
 * `undefined` if there are none.
 */
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
