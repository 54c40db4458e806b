import { DataError } from "../errors.ts";

/** One record of a file: its columns by name. */
export interface FileRecord {
  /** The line of the file, from 1, on which it begins. */
  readonly line: number;
  /** The text of a column; `undefined` where the record has none. */
  readonly value: (column: string) => string | undefined;
  readonly columns: readonly string[];
  /** What stands in the column of that name, which is at that place of a header, whatever it is: to be handed on. */
  readonly cell: (column: string, place: number) => Cell;
}

/** What a table holds at one place; `null` is nothing. */
type Cell = string | number | boolean | null;

/** Records as they are read, some at a time. */
export type Records = AsyncGenerator<readonly FileRecord[]>;

/** Records handed on together: few, so that what is made of them is gone before more is made. */
export const AT_ONCE = 64;

/** The record of an object, whose numbers and booleans count as their text, `null` as absent, and objects as mistakes. */
export function recordOf(object: object, line: number, file: string): FileRecord {
  const held = (column: string): unknown =>
    Object.hasOwn(object, column)
      ? (object as Readonly<Record<string, unknown>>)[column]
      : undefined;
  return {
    line,
    get columns() {
      return Object.keys(object);
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
        `${file}, line ${line}: ${column} is no text but ${JSON.stringify(value).slice(0, 40)}.`,
      );
    },
  };
}
