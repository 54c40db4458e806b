import { describe, expect, test } from "vitest";
import { completeRows } from "./complete-rows.ts";

describe("completeRows", () => {
  test("leaves out every row in which a column has no number, and counts them", () => {
    const rows = completeRows([
      [1, NaN, 3, 4],
      [5, 6, undefined, 8],
    ]);
    expect(rows.columns.map((column) => [...column])).toEqual([
      [1, 4],
      [5, 8],
    ]);
    expect([...rows.kept]).toEqual([0, 3]);
    expect(rows.dropped).toBe(2);
  });

  test("keeps −∞, which is a number that ranks", () => {
    expect(completeRows([[-Infinity, 1]]).dropped).toBe(0);
  });

  test("of no columns is nothing", () => {
    expect(completeRows([])).toEqual({ columns: [], kept: new Uint32Array(), dropped: 0 });
  });

  test("refuses columns of unequal length", () => {
    expect(() => completeRows([[1, 2], [1]])).toThrow("not 2 and 1 values");
  });
});
