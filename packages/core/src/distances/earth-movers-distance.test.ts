import { describe, expect, test } from "vitest";
import { goldenPairs } from "./distances.test.support.ts";
import { earthMoversDistance } from "./earth-movers-distance.ts";

describe("the earth mover's distance", () => {
  test.each(goldenPairs)("is SciPy's Wasserstein distance: $name", (pair) => {
    const distance = earthMoversDistance(pair.first, pair.second, pair.positions);
    expect(distance).toBeCloseTo(pair.earthMovers, 12);
  });

  test("counts steps from a label to the next", () => {
    expect(earthMoversDistance([1, 0, 0], [0, 0, 1])).toBe(2);
    expect(earthMoversDistance([1, 0, 0], [0, 1, 0])).toBe(1);
    expect(earthMoversDistance([5], [7])).toBe(0);
  });

  test("has no value where there is no mass", () => {
    expect(earthMoversDistance([0, 0], [1, 1])).toBeNaN();
    expect(earthMoversDistance([0], [1])).toBeNaN();
  });

  test("refuses positions that do not ascend or are not one a label", () => {
    expect(() => earthMoversDistance([1, 1], [1, 1], [2, 2])).toThrow("not 2 before 2");
    expect(() => earthMoversDistance([1, 1], [1, 1], [1])).toThrow("2 positions, one a label");
  });
});
