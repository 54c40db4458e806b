import { isObject } from "@promptnce/core/json";

type Plain = Readonly<Record<string, unknown>>;

/** The most names of nested values that an object is said to have. */
const MOST = 200;

/**
 * The columns of an object: the names of its values, and for nested ones their paths, such as
 * `data.text`, also through lists of objects.
 */
export function pathsIn(object: object, parents: readonly string[] = []): string[] {
  const found = Object.entries(object).flatMap(([name, value]) => {
    const path = [...parents, name];
    const inner = [value].flat().filter(isObject);
    if (inner.length === 0) return [path.join(".")];
    return inner.flatMap((one) => pathsIn(one, path));
  });
  return [...new Set(found)].slice(0, MOST);
}

/**
 * The value of a column, which may be nested: `data.text`. Through a list of objects a path leads to
 * a list with the values of each, so that those of several people stay apart.
 */
export function valueAt(object: object, column: string): unknown {
  if (Object.hasOwn(object, column)) return (object as Plain)[column];
  for (let dot = column.indexOf("."); dot !== -1; dot = column.indexOf(".", dot + 1)) {
    const parent = column.slice(0, dot);
    if (!Object.hasOwn(object, parent)) continue;
    const held = (object as Plain)[parent];
    const rest = column.slice(dot + 1);
    if (isObject(held)) return valueAt(held, rest);
    if (!Array.isArray(held) || !held.some(isObject)) return undefined;
    return held.map((one: unknown) => (isObject(one) ? inOneList(valueAt(one, rest)) : undefined));
  }
  return undefined;
}

/** A value as text, a nested one as JSON; `undefined` if it is absent. */
export function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number);
}

/** Lists within the list of one person, as one list. */
function inOneList(value: unknown): unknown {
  return Array.isArray(value) ? value.flat(Infinity).filter((one) => one !== undefined) : value;
}
