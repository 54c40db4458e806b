import { numbersAt } from "../numerics/columns.ts";

/** Columns without the rows that lacked a number somewhere. */
export interface CompleteRows {
  readonly columns: readonly Float64Array[];
  /** The places the kept rows had, for columns of another kind, such as cluster keys. */
  readonly kept: Uint32Array;
  /** How many rows were left out: to be reported beside every result. */
  readonly dropped: number;
}

/**
 * Pairwise (listwise) omission: the columns with every row left out in which any of them is NaN or
 * missing. The statistics refuse NaN, so that leaving pairs out is always a decision with a number.
 * @throws RangeError on unequal lengths
 * @example
 * completeRows([
 *   [1, 2, NaN],
 *   [3, undefined, 5],
 * ]); // → { columns: [[1], [3]], kept: [0], dropped: 2 }
 */
export function completeRows(columns: readonly ArrayLike<number | undefined>[]): CompleteRows {
  const length = columns[0]?.length ?? 0;
  const other = columns.find((column) => column.length !== length);
  if (other !== undefined) {
    throw new RangeError(
      `completeRows takes columns of equal length, not ${length} and ${other.length} values`,
    );
  }
  const numbers = columns.map((column) =>
    Float64Array.from(column, (value) => value ?? Number.NaN),
  );
  const rows = Uint32Array.from({ length }, (_, row) => row);
  const kept = rows.filter((row) => numbers.every((column) => !Number.isNaN(column[row])));
  return {
    columns: numbers.map((column) => numbersAt(column, kept)),
    kept,
    dropped: length - kept.length,
  };
}
