import { expect, test } from "vitest";
import { resampledWeightedMean } from "./resampled-weighted-mean.ts";

test("weighs each value by its weight and by how often it was drawn", () => {
  expect(resampledWeightedMean([1, 2, 6], [1, 5, 0.5])(Uint32Array.of(2, 0, 1))).toBe(2);
});

test("an infinite value of no weight leaves the mean finite, and no weight at all leaves none", () => {
  expect(resampledWeightedMean([1, -Infinity], [2, 0])(Uint32Array.of(1, 1))).toBe(1);
  expect(resampledWeightedMean([1, 2], [0, 1])(Uint32Array.of(1, 0))).toBeNaN();
});

test("refuses NaN, a negative weight, and weights that are not one a value", () => {
  expect(() => resampledWeightedMean([1, NaN], [1, 1])).toThrow("the first at index 1");
  expect(() => resampledWeightedMean([1, 2], [1, -1])).toThrow("not the -1 at index 1");
  expect(() => resampledWeightedMean([1, 2], [1])).toThrow("equal length");
});
