import { DataError } from "../errors.ts";
import type { FileRecord } from "../input/records.ts";
import { prefixIn } from "./column-prefix.ts";

/** The cells of a record, each read as what its column holds. */
export interface ResultCells {
  readonly text: (column: string) => string;
  /** Text that is not blank. */
  readonly name: (column: string) => string;
  readonly word: <const T extends string>(column: string, words: readonly T[]) => T;
  /** `undefined` where the cell is empty. */
  readonly number: (column: string) => number | undefined;
  /** A number as it stands, of one with a percent sign a hundredth; `undefined` where the cell is empty. */
  readonly share: (column: string) => number | undefined;
  /** From 0 to 1; `undefined` where the cell is empty. */
  readonly probability: (column: string) => number | undefined;
  readonly has: (column: string) => boolean;
}

/**
 * Reads the cells of a record in columns of ours, whatever stands before their names. Each function throws a DataError
 * that names file, line and column of what is missing, with what is `wanted`, or is nothing such a column holds.
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
    const given = value(column);
    if (given !== undefined) return given;
    throw new DataError(`${file}, line ${line}: there is no column ${column}; give ${wanted}.`);
  };
  const mistake = (column: string, expected: string): DataError =>
    new DataError(
      `${file}, line ${line}: ${column} is ${JSON.stringify(text(column))}; ${expected} was expected.`,
    );
  const number = (column: string, expected = "a number"): number | undefined => {
    // JSON lines have null where other formats have an empty cell.
    const given = has(column) ? (value(column) ?? "") : text(column);
    if (given === "") return undefined;
    // Number() takes blanks for 0.
    if (given.trim() !== "" && Number.isFinite(Number(given))) return Number(given);
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
      return Number.isFinite(found) ? found / 100 : number(column);
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
