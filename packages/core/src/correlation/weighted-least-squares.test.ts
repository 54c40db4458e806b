import { expect, test } from "vitest";
import { leastSquares } from "./least-squares.ts";
import { weightedLeastSquares } from "./weighted-least-squares.ts";
import { golden } from "./weights.test.support.ts";

test.each(golden.lines)("is the line of statsmodels with its HC1 errors: $name", (each) => {
  const { x, y, weights, ...expected } = each;
  const line = weightedLeastSquares(x, y, weights);
  for (const name of ["slope", "slopeError", "intercept", "interceptError"] as const) {
    expect(line[name] / expected[name]).toBeCloseTo(1, 9);
  }
});

test("of equal weights is the ordinary line", () => {
  const [x, y] = [
    [1, 2, 4, 7],
    [2, 1, 5, 6],
  ];
  const line = weightedLeastSquares(x!, y!, [3, 3, 3, 3]);
  expect(line.slope).toBeCloseTo(leastSquares(x!, y!).slope, 12);
  expect(line.intercept).toBeCloseTo(leastSquares(x!, y!).intercept, 12);
});

test("is as if a row of weight 0 had another value, and has no slope where x does not vary", () => {
  const weights = [1, 2, 1, 0];
  const slope = (y: number) => weightedLeastSquares([1, 2, 4, 9], [2, 1, 5, y], weights).slope;
  expect(slope(0)).toBe(slope(100));
  expect(weightedLeastSquares([1, 1, 4], [2, 1, 5], [1, 1, 0]).slope).toBeNaN();
  // Of which the weighted mean is not 0.1 to the last digit.
  const same = weightedLeastSquares([0.1, 0.1, 0.1, 0.7], [1, 2, 4, 3], [0.3, 0.1, 0.7, 0]);
  expect(same.slope).toBeNaN();
  expect(weightedLeastSquares([1, 2], [1, 2], [1, 1]).slopeError).toBeNaN();
});

test("refuses infinities, and weights that are negative or not one a row", () => {
  expect(() => weightedLeastSquares([1, Infinity], [1, 2], [1, 1])).toThrow("finite numbers");
  expect(() => weightedLeastSquares([1, 2], [1, 2], [1, -1])).toThrow("not the -1 at index 1");
  expect(() => weightedLeastSquares([1, 2], [1, 2], [1])).toThrow("2 rows have 1");
});
