import { expect, test } from "vitest";
import { resampledMean } from "./resampled-mean.ts";

test("weighs each value by how often it was drawn", () => {
  expect(resampledMean([1, 2, 6])(Uint32Array.of(2, 0, 1))).toBeCloseTo(8 / 3, 15);
});

test("an infinite value that was not drawn leaves the mean finite", () => {
  expect(resampledMean([1, -Infinity])(Uint32Array.of(2, 0))).toBe(1);
  expect(resampledMean([1, -Infinity])(Uint32Array.of(1, 1))).toBe(-Infinity);
});

test("of no draw has no value", () => {
  expect(resampledMean([1])(Uint32Array.of(0))).toBeNaN();
});

test("refuses NaN with its place", () => {
  expect(() => resampledMean([1, NaN])).toThrow(/index 1/);
});

test("weighs each value by its weight and by how often it was drawn", () => {
  expect(resampledMean([1, 2, 6], [1, 5, 0.5])(Uint32Array.of(2, 0, 1))).toBe(2);
});

test("an infinite value of no weight leaves the mean finite, and no weight at all leaves none", () => {
  expect(resampledMean([1, -Infinity], [2, 0])(Uint32Array.of(1, 1))).toBe(1);
  expect(resampledMean([1, 2], [0, 1])(Uint32Array.of(1, 0))).toBeNaN();
});

test("refuses a negative weight, and weights that are not one a value", () => {
  expect(() => resampledMean([1, 2], [1, -1])).toThrow("not the -1 at index 1");
  expect(() => resampledMean([1, 2], [1])).toThrow("2 rows have 1");
});
