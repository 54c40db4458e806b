import { expect, test } from "vitest";
import { jackknife } from "./jackknife.ts";
import { resampledMean } from "./resampled-mean.ts";

test("leaves each item out once", () => {
  expect([...jackknife(resampledMean([1, 2, 6]), 3)]).toEqual([4, 3.5, 1.5]);
});

test("leaves each cluster out once", () => {
  expect([...jackknife(resampledMean([1, 2, 6, 9]), 4, ["a", "b", "a", "b"])]).toEqual([5.5, 3.5]);
});

test("has no value where nothing is left", () => {
  expect([...jackknife(resampledMean([5]), 1)]).toEqual([NaN]);
});
