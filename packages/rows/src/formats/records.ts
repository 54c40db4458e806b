import { DataError } from "../errors.ts";
import { pathsIn, valueAt } from "./nested.ts";

/** One record of a file: its columns by name. */
export interface FileRecord {
  /** The line of the file, from 1, on which it begins. */
  readonly line: number;
  /** The text of a column; `undefined` if the record has no such column. */
  readonly value: (column: string) => string | undefined;
  readonly columns: readonly string[];
  /** The columns of an object, with the paths of nested values in their place. */
  readonly paths?: readonly string[];
  /**
   * The value of a column as it stands, to be copied to the result; `place` is its position in the
   * header.
   */
  readonly cell: (column: string, place: number) => Cell;
  /**
   * How many people gave the record's label, and how many people's answers it adds to those of its
   * x; one of each if absent.
   */
  readonly votes?: { readonly given: number; readonly people: number };
  /** Why the record has no label. */
  readonly problem?: string;
}

/** The value of a cell; `null` if it is empty or absent. */
export type Cell = string | number | boolean | null;

/** Records as they are read, a batch at a time. */
export type Records = AsyncGenerator<readonly FileRecord[]>;

/**
 * The most records in a batch: few, so that what is made of one batch can be freed before the next.
 */
export const AT_ONCE = 64;

/** The columns that can only be the paths of nested values. */
export function pathsAmong(columns: readonly string[]): readonly string[] {
  return columns.filter((column) => column.includes("."));
}

/**
 * The record of an object. Numbers and booleans count as their text, and `null` as absent; reading
 * a nested object as text is a DataError.
 *
 * @param named The paths of nested values that are to be columns too.
 */
export function recordOf(
  object: object,
  {
    line,
    file,
    named = [],
  }: { readonly line: number; readonly file: string; readonly named?: readonly string[] },
): FileRecord {
  const held = (column: string): unknown => valueAt(object, column);
  return {
    line,
    get columns() {
      const own = Object.keys(object);
      return named.length === 0 ? own : [...new Set([...own, ...named])];
    },
    get paths() {
      return pathsIn(object);
    },
    cell(column) {
      const value = held(column) ?? null;
      if (typeof value === "bigint") return String(value);
      return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as Cell);
    },
    value(column) {
      const value = held(column);
      if (value === undefined || value === null) return undefined;
      if (typeof value !== "object") return String(value as string | number | boolean | bigint);
      throw new DataError(
        `${file}, line ${line}: ${column} is not text but ${JSON.stringify(value).slice(0, 40)}${insideOf(column, value)}.`,
      );
    },
  };
}

/** Advice on what to name instead of a nested column. */
function insideOf(column: string, value: object): string {
  const paths = pathsIn({ [column]: value }).filter((path) => path !== column);
  if (paths.length === 0)
    return Array.isArray(value)
      ? "; join the texts of the list to one, in the program that wrote them"
      : "";
  return `; name what is in it: ${paths.slice(0, 12).join(", ")}`;
}
