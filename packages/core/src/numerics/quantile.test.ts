import { expect, test } from "vitest";
import { quantileOfSorted } from "./quantile.ts";

test("interpolates as NumPy", () => {
  const oneToTen = Float64Array.from({ length: 10 }, (_, i) => i + 1);
  expect(quantileOfSorted(oneToTen, 0.025)).toBeCloseTo(1.225, 14);
  expect(quantileOfSorted(oneToTen, 0.5)).toBe(5.5);
  expect([quantileOfSorted(oneToTen, 0), quantileOfSorted(oneToTen, 1)]).toEqual([1, 10]);
});

test("between two infinities of one sign is that infinity", () => {
  expect(quantileOfSorted(Float64Array.of(-Infinity, -Infinity, 3), 0.25)).toBe(-Infinity);
});

test("of nothing has no value", () => {
  expect(quantileOfSorted(new Float64Array(), 0.5)).toBeNaN();
});
