import { expect, test } from "vitest";
import { poolAdjacentViolators } from "./pool-adjacent-violators.ts";

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
