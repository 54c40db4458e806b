import { expect, test } from "vitest";
import { poolAdjacentViolators, tiedMeans } from "./pool-adjacent-violators.ts";

const points = (y: readonly number[], weight: readonly number[]) => ({
  x: Float64Array.from(y, (_, i) => i),
  y: Float64Array.from(y),
  weight: Float64Array.from(weight),
  count: y.length,
});

test("a violation is carried back as far as it reaches", () => {
  const map = poolAdjacentViolators(points([1, 5, 6, 7, 2], [1, 1, 1, 1, 1]));
  expect([...map.x]).toEqual([0, 1, 4]);
  expect([...map.y]).toEqual([1, 5, 5]);
});

test("blocks are weighted means, and only their ends are kept", () => {
  const map = poolAdjacentViolators(points([4, 1, 1, 9], [2, 1, 1, 1]));
  expect([...map.x]).toEqual([0, 2, 3]);
  expect([...map.y]).toEqual([2.5, 2.5, 9]);
});

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
  const points = tiedMeans(
    new Float64Array(7),
    tenths,
    undefined,
    Uint32Array.of(0, 1, 2, 3, 4, 5, 6),
  );
  expect(points.y[0]).toBe(0.1);
});
