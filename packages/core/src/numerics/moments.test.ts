import { expect, test } from "vitest";
import { mean, squaredDeviations } from "./moments.ts";

test("the mean and the squared deviations from it, of plain and of typed arrays", () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(squaredDeviations(Float64Array.of(1, 2, 6))).toBe(4 + 1 + 9);
});

test("a large offset costs no digits", () => {
  expect(squaredDeviations([1e9 + 1, 1e9 + 2, 1e9 + 6])).toBe(14);
});

test("nothing has no mean", () => {
  expect(mean([])).toBeNaN();
  expect(squaredDeviations([])).toBe(0);
});

test("equal numbers do not deviate, whose rounded mean is none of them, and infinities have no spread", () => {
  expect(squaredDeviations([0.1, 0.1, 0.1])).toBe(0);
  expect(squaredDeviations([Infinity, Infinity])).toBeNaN();
  expect(squaredDeviations([Number.NaN])).toBeNaN();
});
