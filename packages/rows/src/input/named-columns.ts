import type { RowTable } from "./table.ts";

/** Lists of columns by what they are for; texts by their columns, as of questions, are no list. */
type Lists = Readonly<
  Record<string, readonly string[] | Readonly<Record<string, string>> | undefined>
>;

/**
 * The same lists with a name for each column. A text is one name if the table has such a column, and
 * otherwise several, separated by commas; see {@link splitNames}.
 *
 * @throws DataError if a text has a comma and the table cannot be read
 * @example
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * await namedColumns(table, { x: ["cue,response"] }); // → { x: ["cue", "response"] }
 */
export async function namedColumns<L extends Lists>(table: RowTable, lists: L): Promise<L> {
  const texts = Object.values(lists).flatMap((list) => (isList(list) ? list : []));
  if (!texts.some((text) => text.includes(","))) return lists;
  const header = await headerOf(table);
  return Object.fromEntries(
    Object.entries(lists).map(([use, list]) => [
      use,
      isList(list) ? list.flatMap((text) => splitNames(text, header)) : list,
    ]),
  ) as L;
}

function isList(list: Lists[string]): list is readonly string[] {
  return Array.isArray(list);
}

/** The columns of a table's first records. */
async function headerOf(table: RowTable): Promise<readonly string[]> {
  for await (const records of table.open([])) {
    return [...new Set(records.flatMap(({ columns, paths = [] }) => [...columns, ...paths]))];
  }
  return [];
}

/**
 * The columns that a text names: the whole text if the header has it, else its parts between commas,
 * of which as many as possible are joined to a name that the header has. `FIELD=COLUMN` names a
 * column too.
 *
 * @example
 * splitNames("Age, in years,Sex", ["Age, in years", "Sex"]); // → ["Age, in years", "Sex"]
 */
export function splitNames(text: string, header: readonly string[]): string[] {
  const known = new Set(header);
  const isColumn = (name: string): boolean =>
    known.has(name) || (name.includes("=") && known.has(name.slice(name.indexOf("=") + 1)));
  const parts = text.split(",");
  const names: string[] = [];
  for (let from = 0; from < parts.length;) {
    const lengths = parts.slice(from).map((_, i) => parts.length - from - i);
    const joined = (length: number): string => parts.slice(from, from + length).join(",");
    const length =
      lengths.find((one) => isColumn(joined(one)) || isColumn(joined(one).trim())) ?? 1;
    const name = joined(length);
    names.push(isColumn(name) ? name : name.trim());
    from += length;
  }
  return names;
}
