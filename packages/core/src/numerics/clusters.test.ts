import { describe, expect, test } from "vitest";
import { clustersOf, spreadCounts } from "./clusters.ts";

describe("clustersOf", () => {
  test("numbers clusters in the order of first appearance", () => {
    expect(clustersOf(4, ["b", "a", "b", "c"])).toEqual({
      of: Uint32Array.of(0, 1, 0, 2),
      count: 3,
    });
  });

  test("a text and a number that looks like it are different keys, and no key is special", () => {
    expect(clustersOf(4, ["1", 1, "__proto__", "constructor"]).count).toBe(4);
  });

  test("without keys each item is its own cluster", () => {
    expect(clustersOf(3)).toEqual({ of: Uint32Array.of(0, 1, 2), count: 3 });
  });

  test("refuses another number of keys than of items", () => {
    expect(() => clustersOf(3, ["a"])).toThrow("one key for each of 3 items, not 1");
  });
});

test("spreadCounts draws each item as often as its cluster", () => {
  const counts = new Uint32Array(4);
  spreadCounts(clustersOf(4, ["b", "a", "b", "c"]), Uint32Array.of(2, 0, 1), counts);
  expect([...counts]).toEqual([2, 0, 2, 1]);
});
