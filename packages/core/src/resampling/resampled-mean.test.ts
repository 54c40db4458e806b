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
