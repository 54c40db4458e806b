import { describe, expect, test } from "vitest";
import { random } from "../sampling/random.ts";
import { resampler } from "./resampler.ts";

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
      for (let i = 0; i < n; i++) totals[i]! += counts[i]!;
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
      for (let i = 0; i < n; i++) totals[i]! += counts[i]!;
    }
    const variance = totals.reduce((sum, total) => sum + (total - 100) ** 2, 0) / n;
    expect(variance).toBeGreaterThan(97);
    expect(variance).toBeLessThan(103);
  });
});
