import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spearmanTest } from "./correlation-test.ts";
import { spearman } from "./correlation.ts";
import { permutationTest } from "./permutation-test.ts";
import { normal, random } from "../sampling/random.ts";

interface Case {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly statistic: number;
  readonly p: number;
}
const golden: { permutations: Case[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/correlation.json", import.meta.url), "utf8"),
);

describe("permutationTest", () => {
  test("in small samples is exact, as SciPy's", () => {
    for (const { x, y, statistic, p } of golden.permutations) {
      const result = permutationTest(x, y, { seed: 1 });
      expect(result.exact).toBe(true);
      expect(result.value).toBeCloseTo(statistic, 12);
      expect(result.p).toBeCloseTo(p, 12);
    }
  });

  test("looks at every permutation once: p is a multiple of 1/n! and at least 1/n!", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 6 }), (x) => {
        const y = x.map((value, i) => value * (i % 2 === 0 ? 1 : -1) + i);
        fc.pre(!Number.isNaN(spearman(x, y)));
        const { p, permutations } = permutationTest(x, y, { seed: 1 });
        expect(p * permutations).toBeCloseTo(Math.round(p * permutations), 9);
        expect(p * permutations).toBeGreaterThanOrEqual(0.999);
      }),
    );
  });

  test("in large samples comes near the t approximation", () => {
    const source = random("large");
    const x = Array.from({ length: 200 }, () => normal(source));
    const y = x.map((value) => 0.12 * value + normal(source));
    const { p, exact } = permutationTest(x, y, { seed: 2 });
    expect(exact).toBe(false);
    expect(Math.abs(p - spearmanTest(x, y).p)).toBeLessThan(0.015);
  });

  test("is a function of its seed and gives ρ itself", () => {
    const x = Array.from({ length: 30 }, (_, i) => (i * 7) % 11);
    const y = Array.from({ length: 30 }, (_, i) => (i * 5) % 13);
    const run = (seed: number) => permutationTest(x, y, { seed, permutations: 500 });
    expect(run(3)).toEqual(run(3));
    expect(run(3).p).not.toBe(run(4).p);
    expect(run(3).value).toBeCloseTo(spearman(x, y), 14);
  });

  test("is never 0 when permutations are drawn, and is 1 for ρ = 0", () => {
    const x = Array.from({ length: 20 }, (_, i) => i);
    expect(permutationTest(x, x, { seed: 1, permutations: 99 }).p).toBe(0.02);
    expect(permutationTest([1, 2, 3, 4], [1, 2, 2, 1], { seed: 1 }).p).toBe(1);
  });

  test("has no p without variance and for fewer than three pairs", () => {
    expect(permutationTest([1, 1, 1, 1], [1, 2, 3, 4], { seed: 1 }).p).toBeNaN();
    expect(permutationTest([1, 2], [1, 2], { seed: 1 }).p).toBeNaN();
  });

  test("refuses a number of permutations that is not a positive integer", () => {
    expect(() => permutationTest([1, 2], [1, 2], { seed: 1, permutations: 0 })).toThrow(/positive/);
  });
});
