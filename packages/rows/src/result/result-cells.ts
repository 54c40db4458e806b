import { DataError } from "../errors.ts";
import type { FileRecord } from "../formats/records.ts";
import { prefixIn } from "./column-prefix.ts";

/** Readers of a record's cells, by the kind of value. */
export interface ResultCells {
  readonly text: (column: string) => string;
  /** A text that is not blank. */
  readonly name: (column: string) => string;
  /** One of the words given. */
  readonly word: <const T extends string>(column: string, words: readonly T[]) => T;
  /** A finite number; `undefined` if the cell is empty. */
  readonly number: (column: string) => number | undefined;
  /** A number as it is written, with or without a percent sign; `undefined` if the cell is empty. */
  readonly share: (column: string) => Share | undefined;
  /** A number from 0 to 1; `undefined` if the cell is empty. */
  readonly probability: (column: string) => number | undefined;
  readonly has: (column: string) => boolean;
}

/** A share as it is written. */
export interface Share {
  readonly value: number;
  /** Whether a percent sign follows. */
  readonly isPercent: boolean;
}

/**
 * Readers of the cells that a result adds to a record, whatever the prefix of their columns. Each
 * reader throws a DataError that names file, line and column if the column is missing, asking for
 * `wanted`, or if its value is not of the kind.
 */
export function resultCells(
  file: string,
  record: Pick<FileRecord, "line" | "value" | "columns">,
  wanted: string,
): ResultCells {
  const { line, columns } = record;
  const prefix = prefixIn(columns);
  const value = (column: string): string | undefined => record.value(prefix + column);
  const has = (column: string): boolean =>
    value(column) !== undefined || columns.includes(prefix + column);
  const text = (column: string): string => {
    const cell = value(column);
    if (cell !== undefined) return cell;
    throw new DataError(`${file}, line ${line}: there is no column ${column}; give ${wanted}.`);
  };
  const mistake = (column: string, expected: string): DataError =>
    new DataError(
      `${file}, line ${line}: ${column} is ${JSON.stringify(text(column))}; ${expected} was expected.`,
    );
  const number = (column: string, expected = "a number"): number | undefined => {
    // JSON lines have null where other formats have an empty cell.
    const cell = has(column) ? (value(column) ?? "") : text(column);
    if (cell === "") return undefined;
    // Number() turns blanks into 0.
    if (cell.trim() !== "" && Number.isFinite(Number(cell))) return Number(cell);
    throw mistake(column, expected);
  };
  return {
    text,
    name(column) {
      if (text(column).trim() === "") throw mistake(column, "a name");
      return text(column);
    },
    word(column, words) {
      const found = words.find((word) => word === text(column));
      if (found === undefined) throw mistake(column, words.map((word) => `"${word}"`).join(" or "));
      return found;
    },
    number: (column) => number(column),
    share(column) {
      const percent = /^(.*\S)\s*%\s*$/s.exec(value(column) ?? "")?.[1];
      const found = Number(percent ?? Number.NaN);
      if (Number.isFinite(found)) return { value: found, isPercent: true };
      const plain = number(column);
      return plain === undefined ? undefined : { value: plain, isPercent: false };
    },
    probability(column) {
      const expected = "a probability from 0 to 1";
      const found = number(column, expected);
      if (found === undefined || (found >= 0 && found <= 1)) return found;
      throw mistake(column, expected);
    },
    has,
  };
}
