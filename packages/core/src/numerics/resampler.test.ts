import { describe, expect, test } from "vitest";
import { random } from "../sampling/random.ts";
import { clustersOf, oncePerResample, resampler, spreadCounts } from "./resampler.ts";

describe("resampler", () => {
  test("draws as many as there are items, on both sides of 2¹⁶", () => {
    for (const n of [0, 1, 2, 3, 500, 65_536, 65_537]) {
      const counts = new Uint32Array(n).fill(7);
      resampler(n, n, random(n))(counts);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(n);
    }
  });

  test("draws as many as it is told, also of fewer or more items", () => {
    for (const [items, draws] of [
      [3, 8],
      [8, 3],
      [5, 0],
      [70_000, 10],
    ] as const) {
      const counts = new Uint32Array(items);
      resampler(items, draws, random("m of n"))(counts);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(draws);
    }
  });

  test("draws every item equally often", () => {
    // Chi-square with 59 degrees of freedom: mean 59, standard deviation 11; 600,000 draws.
    const n = 60;
    const draw = resampler(n, n, random("uniform"));
    const totals = new Float64Array(n);
    const counts = new Uint32Array(n);
    for (let b = 0; b < 10_000; b++) {
      draw(counts);
      for (let i = 0; i < n; i++) {
        totals[i]! += counts[i]!;
      }
    }
    const chiSquare = totals.reduce((sum, total) => sum + (total - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeGreaterThan(59 - 44);
    expect(chiSquare).toBeLessThan(59 + 44);
  });

  test("rejects what would make a draw uneven", () => {
    // 40,000 items share 65,536 half-words: without rejection some items are twice as likely.
    const n = 40_000;
    const draw = resampler(n, n, random("rejection"));
    const totals = new Float64Array(n);
    const counts = new Uint32Array(n);
    for (let b = 0; b < 100; b++) {
      draw(counts);
      for (let i = 0; i < n; i++) {
        totals[i]! += counts[i]!;
      }
    }
    const variance = totals.reduce((sum, total) => sum + (total - 100) ** 2, 0) / n;
    expect(variance).toBeGreaterThan(97);
    expect(variance).toBeLessThan(103);
  });
});

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

test("oncePerResample runs once for each number, and anew without one", () => {
  let runs = 0;
  const drawn = oncePerResample((counts) => {
    runs++;
    return counts[0]!;
  });
  const [one, two] = [Uint32Array.of(1), Uint32Array.of(2)];
  expect([drawn(one, 7), drawn(one, 7), drawn(two, 8), drawn(one, 7)]).toEqual([1, 1, 2, 1]);
  expect(runs).toBe(3);
  expect([drawn(one), drawn(two)]).toEqual([1, 2]);
  expect(runs).toBe(5);
});
