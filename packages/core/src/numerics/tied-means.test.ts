import { expect, test } from "vitest";
import { tiedMeans } from "./tied-means.ts";

test("points that share an x become their weighted mean; those without weight are left out", () => {
  const points = tiedMeans(
    Float64Array.of(2, 1, 2, 3),
    Float64Array.of(10, 5, 40, 7),
    Float64Array.of(2, 1, 1, 0),
    Uint32Array.of(1, 0, 2, 3),
  );
  expect(points.count).toBe(2);
  expect([...points.x.subarray(0, 2)]).toEqual([1, 2]);
  expect([...points.y.subarray(0, 2)]).toEqual([5, 20]);
  expect([...points.weight.subarray(0, 2)]).toEqual([1, 3]);
});

test("the mean of equal values is that value exactly", () => {
  const tenths = new Float64Array(7).fill(0.1);
  const points = tiedMeans(new Float64Array(7), tenths, undefined, Uint32Array.of(0, 1, 2, 3, 4, 5, 6));
  expect(points.y[0]).toBe(0.1);
});
