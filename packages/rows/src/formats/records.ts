import { DataError } from "../errors.ts";

/** One record of a file: its columns by name. */
export interface FileRecord {
  /** The line of the file, from 1, on which it begins. */
  readonly line: number;
  /** The text of a column; `undefined` if the record has no such column. */
  readonly value: (column: string) => string | undefined;
  readonly columns: readonly string[];
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
}

/** The value of a cell; `null` if it is empty or absent. */
export type Cell = string | number | boolean | null;

/** Records as they are read, a batch at a time. */
export type Records = AsyncGenerator<readonly FileRecord[]>;

/**
 * The most records in a batch: few, so that what is made of one batch can be freed before the next.
 */
export const AT_ONCE = 64;

/**
 * The record of an object. Numbers and booleans count as their text, and `null` as absent; reading
 * a nested object as text is a DataError.
 */
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
