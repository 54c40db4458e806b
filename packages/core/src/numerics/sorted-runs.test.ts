import { expect, test } from "vitest";
import { sortedRuns } from "./sorted-runs.ts";

test("a column in ascending order, equal values as they came, with the end of each run where it starts", () => {
  const { order, ends, starts } = sortedRuns(Float64Array.of(2, 1, 2, 0, 1));
  expect([...order]).toEqual([3, 1, 4, 0, 2]);
  expect([...ends!]).toEqual([1, 3, 0, 5, 0]);
  expect([...starts]).toEqual([0, 5]);
});

test("no ends where no two are equal, and none of no values", () => {
  expect(sortedRuns(Float64Array.of(3, 1, 2)).ends).toBeUndefined();
  expect(sortedRuns(new Float64Array()).ends).toBeUndefined();
});

test("each group in its own order, one after the other, an empty one too; no run crosses into another", () => {
  const groups = { of: Uint32Array.of(2, 0, 2, 0, 2), count: 3 };
  const { order, ends, starts } = sortedRuns(Float64Array.of(7, 7, 5, 6, 5), groups);
  expect([...order]).toEqual([3, 1, 2, 4, 0]);
  expect([...starts]).toEqual([0, 2, 2, 5]);
  expect([...ends!]).toEqual([1, 2, 4, 0, 5]);
});
