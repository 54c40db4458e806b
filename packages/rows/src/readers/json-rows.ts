import { isObject } from "@promptnce/core/json";
import { textOfValue } from "../formats/nested.ts";
import { seemsData } from "./header-place.ts";

/** The rows that a JSON value holds. */
export type JsonRows =
  | { readonly rows: readonly object[] }
  /** The names of lists, one of which has to be named. */
  | { readonly lists: readonly string[] };

type Plain = Readonly<Record<string, unknown>>;

/** How deep a list of rows may stand within objects. */
const DEEPEST = 4;

/**
 * The rows of a JSON value, whichever way it holds them: a list of objects; a list of lists, of which
 * the first names the columns; an object of rows by id, of columns by name, or of `columns` and
 * `data`; the page of a dataset's viewer; or an object in which one list of these kinds stands.
 *
 * @param path The list's name, with those of the objects around it, as `response.data`; of a list
 *   within each object of a list its name there.
 */
export function rowsOfJson(value: unknown, path?: string): JsonRows {
  if (path !== undefined) {
    const named = listsIn(value).find((list) => list.path === path) ?? listWithin(value, path);
    return named === undefined ? { lists: listsIn(value).map((list) => list.path) } : named;
  }
  if (Array.isArray(value)) return { rows: rowsOfList(value) ?? [] };
  if (!isObject(value)) return { lists: [] };
  const { columns, data, index } = value;
  const viewed = rowsOfViewer(value);
  if (viewed !== undefined) return { rows: viewed };
  if (isSchema(value["schema"]) && Array.isArray(data)) return { rows: rowsOfList(data) ?? [] };
  if (isTexts(columns) && isLists(data)) return { rows: rowsOfLists(columns, data, index) };
  const lists = listsIn(value);
  if (lists.length === 1) return lists[0]!;
  if (lists.length > 1 && !haveOwnLists(Object.values(value), lists))
    return { lists: lists.map((list) => list.path) };
  return { rows: rowsByColumn(value) ?? rowsById(value) ?? [] };
}

/**
 * The rows that the viewer of Hugging Face's datasets gives, each within a `row` beside `features`;
 * classes by their names, which its files have as numbers.
 */
function rowsOfViewer({ features, rows }: Plain): readonly object[] | undefined {
  if (!Array.isArray(features) || !Array.isArray(rows) || rows.length === 0) return undefined;
  const inner = rows.map((one: unknown) => (isObject(one) ? one["row"] : undefined));
  if (!inner.every(isObject)) return undefined;
  const classes = new Map(features.filter(isObject).map((one) => [one["name"], classNames(one)]));
  return inner.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, classes.get(name)?.[Number(cell)] ?? cell]),
    ),
  );
}

/** The names of a feature's classes; `undefined` for one of another type. */
function classNames({ type }: Plain): readonly string[] | undefined {
  const names = isObject(type) && type["_type"] === "ClassLabel" ? type["names"] : undefined;
  return isTexts(names) ? names : undefined;
}

/**
 * Whether values are rows by id that hold lists of objects themselves: all have a text or number by
 * one name, and more of them stand there than a list holds, unlike the parts of a data set.
 */
function haveOwnLists(values: readonly unknown[], lists: readonly NamedList[]): boolean {
  const [first] = values;
  if (!isObject(first) || lists.some(({ rows }) => rows.length >= values.length)) return false;
  const isPlain = (one: unknown, name: string): boolean =>
    isObject(one) && Object.hasOwn(one, name) && typeof one[name] !== "object";
  return Object.keys(first).some((name) => values.every((one) => isPlain(one, name)));
}

interface NamedList {
  readonly path: string;
  readonly rows: readonly object[];
}

/** The lists of rows within objects. */
function listsIn(value: unknown, path: readonly string[] = []): NamedList[] {
  if (Array.isArray(value)) {
    const rows = rowsOfList(value);
    return rows === undefined || rows.length === 0 ? [] : [{ path: path.join("."), rows }];
  }
  if (!isObject(value) || path.length > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    isObject(held) || Array.isArray(held) ? listsIn(held, [...path, key]) : [],
  );
}

/**
 * The rows of a list that each object of a list holds, as the messages of several collections, with
 * what else is said of their collection; `undefined` if there are none.
 */
function listWithin(value: unknown, path: string): NamedList | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.filter(isObject).flatMap((outer) => {
    const { [path]: inner, ...others } = outer;
    const rest = Object.entries(others).filter(([, one]) => typeof one !== "object");
    return Array.isArray(inner)
      ? inner.filter(isObject).map((row) => ({ ...Object.fromEntries(rest), ...row }))
      : [];
  });
  return rows.length === 0 ? undefined : { path, rows };
}

/** The rows of a list of objects or of lists; `undefined` if it holds anything else. */
function rowsOfList(list: readonly unknown[]): readonly object[] | undefined {
  if (list.every(isObject)) return list;
  if (!isLists(list)) return undefined;
  const [names, ...rows] = list;
  if (names === undefined) return undefined;
  const first = rows.slice(0, LOOKED).map((row) => row.map((cell) => textOfValue(cell) ?? ""));
  const isData = !isTexts(names) || seemsData(names, first);
  if (!isData) return rowsOfLists(names, rows);
  // pandas writes values alone, whose first row names nothing.
  return rowsOfLists(
    names.map((_, i) => `column ${i + 1}`),
    list,
  );
}

/** The rows that show whether the first one holds data. */
const LOOKED = 100;

/** Whether a value describes the fields of a table, as pandas writes beside its data. */
function isSchema(value: unknown): boolean {
  return isObject(value) && Array.isArray(value["fields"]);
}

function rowsOfLists(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  ids?: unknown,
): Plain[] {
  const keys = Array.isArray(ids) && !names.includes("id") && !isNumbering(ids.map(String));
  return rows.map((cells, row) => ({
    ...(keys && { id: ids[row] as unknown }),
    ...Object.fromEntries(names.map((name, i) => [name, cells[i] ?? null])),
  }));
}

/** The rows of columns by name, each an object of cells by number or a list of as many cells. */
function rowsByColumn(value: Plain): readonly object[] | undefined {
  const columns = Object.entries(value);
  const lists = columns.map(([name, cells]) => {
    if (Array.isArray(cells)) return [name, cells as readonly unknown[]] as const;
    return isObject(cells) && isNumbering(Object.keys(cells))
      ? ([name, Object.values(cells)] as const)
      : undefined;
  });
  if (!lists.every((list) => list !== undefined) || lists.length === 0) return undefined;
  const length = lists[0]![1].length;
  if (lists.some(([, cells]) => cells.length !== length || cells.some(isObject))) return undefined;
  return Array.from({ length }, (_, row) => {
    return Object.fromEntries(lists.map(([name, cells]) => [name, cells[row] ?? null]));
  });
}

/** The rows of objects by id, with the id as a column of its own. */
function rowsById(value: Plain): readonly object[] | undefined {
  const rows = Object.entries(value);
  if (!rows.every((row): row is [string, Plain] => isObject(row[1]))) return undefined;
  return rows.map(([id, row]) => (Object.hasOwn(row, "id") ? row : { id, ...row }));
}

function isNumbering(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key, i) => key === String(i));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function isLists(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one));
}
