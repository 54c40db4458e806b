import { describe, expect, test } from "vitest";
import { distancesByX } from "./distances-by-x.ts";

const keys = {
  contexts: ["q1", "q1", "q1", "q1", "q2"],
  x: ["men", "women", "men", "women", "men"],
  labels: ["B", "A", "A", "B", "A"],
};

describe("distances by x", () => {
  test("are those of each x of each context, over its own rows in any order", () => {
    const found = distancesByX([0.6, 0.2, 0.2, 0.2, 1], [30, 20, 10, 20, 4], keys);
    expect([...found.rows]).toEqual([0, 1, 4]);
    expect(Math.max(...found.totalVariation)).toBeCloseTo(0, 15);
    const apart = distancesByX([1, 0.2, 0, 0.2, 1], [0, 1, 5, 3, 4], keys);
    expect([...apart.totalVariation]).toEqual([1, 0.25, 0]);
    expect([...apart.jensenShannon].map((value) => value > 0)).toEqual([true, true, false]);
    expect(apart.earthMovers).toBeUndefined();
  });

  test("count steps along the order that labels have", () => {
    const { earthMovers } = distancesByX([1, 1, 0, 0, 1], [0, 0, 1, 1, 1], keys, [4, 1, 1, 4, 1]);
    expect([...earthMovers!]).toEqual([3, 3, 0]);
  });

  test("refuse a label that stands twice and columns of another length", () => {
    const twice = { x: [1, 1], labels: ["A", "A"] };
    expect(() => distancesByX([1, 1], [1, 1], twice)).toThrow("one row a label of an x");
    expect(() => distancesByX([1], [1, 1], twice)).toThrow("2 numbers a column, not 1");
  });
});
