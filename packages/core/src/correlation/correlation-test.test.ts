import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pearsonTest, spearmanTest } from "./correlation-test.ts";
import { midranks } from "./midranks.ts";

interface Case {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly ranks: readonly number[];
  readonly spearman: number;
  readonly spearmanP: number;
  readonly pearson: number;
  readonly pearsonP: number;
}
const golden: { cases: Case[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/correlation.json", import.meta.url), "utf8"),
);

describe.each(golden.cases)("of $name, as SciPy", (each) => {
  test("midranks", () => {
    expect([...midranks(each.x)]).toEqual(each.ranks);
  });

  test("Spearman's ρ and p", () => {
    const { value, p } = spearmanTest(each.x, each.y);
    expect(value).toBeCloseTo(each.spearman, 10);
    expect(p).toBeCloseTo(each.spearmanP, 10);
    expect(Math.abs(p - each.spearmanP)).toBeLessThanOrEqual(1e-9 * each.spearmanP);
  });

  test("Pearson's r and p", () => {
    const { value, p } = pearsonTest(each.x, each.y);
    expect(value).toBeCloseTo(each.pearson, 10);
    expect(p).toBeCloseTo(each.pearsonP, 10);
  });
});

describe("correlation tests", () => {
  test("refuse NaN, or leave its pairs out and say how many", () => {
    const x = [1, 2, NaN, 4, 5];
    const y = [2, 1, 3, 4, NaN];
    expect(() => spearmanTest(x, y)).toThrow(/NaN/);
    const omitted = spearmanTest(x, y, { missing: "omit" });
    expect(omitted).toEqual({ ...spearmanTest([1, 2, 4], [2, 1, 4]), dropped: 2 });
    expect(omitted.n).toBe(3);
  });

  test("a perfect correlation has p = 0", () => {
    expect(spearmanTest([1, 2, 3, 4], [1, 2, 3, 9])).toMatchObject({ value: 1, p: 0 });
  });

  test("two pairs correlate perfectly, which has no p", () => {
    expect(spearmanTest([1, 2], [5, 3])).toEqual({
      value: -1,
      p: NaN,
      n: 2,
      dropped: 0,
      reason: "fewer than three pairs",
    });
  });

  test("without variance there is neither value nor p, and the reason is given", () => {
    for (const correlationTest of [spearmanTest, pearsonTest]) {
      expect(correlationTest([1, 1, 1], [1, 2, 3])).toMatchObject({
        value: NaN,
        p: NaN,
        reason: "no variance",
      });
    }
  });

  test("of nothing, say so", () => {
    expect(pearsonTest([], [])).toMatchObject({ value: NaN, p: NaN, n: 0 });
  });
});
