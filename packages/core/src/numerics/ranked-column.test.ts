import { expect, test } from "vitest";
import { rankedColumn } from "./ranked-column.ts";

const once = (items: number) => new Uint32Array(items).fill(1);

test("scores are twice the midranks of what was drawn, from 0, ties or none", () => {
  const [untied, tied] = [Float64Array.of(30, 10, 20), Float64Array.of(5, 5, 1)].map((values) =>
    rankedColumn(values),
  );
  for (const column of [untied!, tied!]) {
    column.rank(once(3));
  }
  expect([...untied!.scores]).toEqual([5, 1, 3]);
  expect(untied!).toMatchObject({ squares: 8, drawn: 3 });
  expect([...tied!.scores]).toEqual([4, 4, 1]);
  expect(tied!).toMatchObject({ squares: 6, drawn: 3 });
  untied!.rank(Uint32Array.of(2, 1, 0));
  expect([...untied!.scores.subarray(0, 2)]).toEqual([4, 1]);
});

test("within groups by each group's own draws; a group of one or none adds nothing", () => {
  const keys = ["a", "a", "b", "a", "c"];
  const column = rankedColumn(Float64Array.of(1, 2, 8, 9, 3), keys);
  const counts = Uint32Array.of(1, 1, 1, 1, 0);
  column.rank(counts);
  expect([...column.scores]).toEqual([1, 3, 1, 5, 0]);
  expect(column).toMatchObject({ squares: 8 / 9, drawn: 4 });
  const reversed = rankedColumn(Float64Array.of(9, 2, 8, 1, 3), keys);
  expect(column.products(reversed, counts)).toBe(-8 / 9);
});

test("ranks a resample of the same number once, and another anew", () => {
  const column = rankedColumn(Float64Array.of(1, 2));
  const drawn = [Uint32Array.of(1, 1), Uint32Array.of(2, 2)];
  const squares = [1, 1, 2].map((resample, i) => {
    column.rank(drawn[Math.min(i, 1)]!, resample);
    return column.squares;
  });
  expect(squares).toEqual([2, 2, 16]);
});

test.each([
  ["no ties", [30, 10, 20]],
  ["ties", [5, 5, 1]],
])("products are those of the centred scores, with %s", (_, values) => {
  const counts = Uint32Array.of(2, 1, 3);
  const column = rankedColumn(Float64Array.from(values));
  const other = rankedColumn(Float64Array.of(7, 2, 4));
  const products = column.products(other, counts);
  const { squares, drawn } = column;
  column.rank(counts);
  const sum = (of: (i: number) => number) => counts.reduce((total, n, i) => total + n * of(i), 0);
  const centred = ({ scores }: { readonly scores: Float64Array }, i: number) =>
    scores[i]! - sum(() => 1);
  expect(products).toBe(sum((i) => centred(column, i) * centred(other, i)));
  expect([squares, squares]).toEqual([column.squares, sum((i) => centred(column, i) ** 2)]);
  expect(drawn).toBe(sum(() => 1));
});

test("takes no NaN that is to be ranked", () => {
  expect(() => rankedColumn(Float64Array.of(1, Number.NaN))).toThrow(RangeError);
});
