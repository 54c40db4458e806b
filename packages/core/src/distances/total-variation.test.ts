import { expect, test } from "vitest";
import { goldenPairs } from "./distances.test.support.ts";
import { totalVariation } from "./total-variation.ts";

test.each(goldenPairs)("total variation is SciPy's: $name", (pair) => {
  expect(totalVariation(pair.first, pair.second)).toBeCloseTo(pair.totalVariation, 12);
});

test("is 0 of the same shares and has no value where there is no mass", () => {
  expect(totalVariation([1, 3], [10, 30])).toBe(0);
  expect(totalVariation([0, 0], [1, 1])).toBeNaN();
});

test("refuses other labels and negative masses", () => {
  expect(() => totalVariation([1], [1, 2])).toThrow("over the same labels, not over 1 and 2");
  expect(() => totalVariation([1, -1], [1, 2])).toThrow("from 0, finite, not the -1 at index 1");
});
