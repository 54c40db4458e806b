import { describe, expect, test } from "vitest";
import { incompleteBetaHalf } from "../numerics/incomplete-beta.ts";
import { normal, random } from "../sampling/random.ts";
import { spearman } from "./correlation.ts";
import { golden, resamplesOf } from "./partial-correlation.test.support.ts";
import { partialSpearman, resampledPartialSpearman } from "./partial-spearman.ts";

test.each(golden.cases)("of $name, as residuals by SciPy", ({ x, y, given, partial }) => {
  expect(partialSpearman(x, y, given)).toBeCloseTo(partial, 12);
});

// Values on a line are not on one as ranks, which leaves a trace of the base rate: the wider, the
// stronger it is.
test.each([
  { slope: 0, plain: 0, most: 0.065 },
  { slope: 1, plain: -0.48, most: 0.085 },
  { slope: 3, plain: -0.88, most: 0.115 },
])(
  "columns with nothing but a base rate in common (slope $slope): nearly t of n − 3",
  ({ slope, plain, most }) => {
    const source = random("null of partial");
    const [tables, n] = [1500, 60];
    const column = (): number[] => Array.from({ length: n }, () => normal(source));
    const found = Array.from({ length: tables }, () => {
      const base = column();
      const [x, y] = [
        column().map((e, i) => e + slope * base[i]!),
        column().map((e, i) => e - slope * base[i]!),
      ];
      const partial = partialSpearman(x, y, base);
      const p = incompleteBetaHalf((n - 3) / 2, (1 - partial) * (1 + partial));
      return { plain: spearman(x, y), partial, p };
    });
    const meanOf = (values: number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / tables;
    expect(meanOf(found.map((each) => each.plain))).toBeCloseTo(plain, 1);
    expect(Math.abs(meanOf(found.map(({ partial }) => partial)))).toBeLessThan(0.06);
    const rejected = found.filter(({ p }) => p < 0.05).length / tables;
    expect(rejected).toBeGreaterThan(0.035);
    expect(rejected).toBeLessThan(most);
  },
);

describe("partialSpearman", () => {
  test("has no value where the base rate leaves no variance, in its order or the reverse", () => {
    const base = Array.from({ length: 500 }, (_, i) => Math.sin(i));
    const truth = base.map((_, i) => Math.cos(7 * i));
    for (const x of [base, base.map((b) => -Math.exp(b))]) {
      expect(partialSpearman(x, truth, base)).toBeNaN();
      expect(partialSpearman(truth, x, base)).toBeNaN();
    }
  });

  test("given a constant is ρ, and has no value for a constant", () => {
    const [x, y, same] = [
      [1, 2, 3, 4, 5],
      [2, 1, 4, 3, 5],
      [7, 7, 7, 7, 7],
    ];
    expect(partialSpearman(x!, y!, same!)).toBe(spearman(x!, y!));
    expect(partialSpearman(same!, y!, x!)).toBeNaN();
  });

  test("has no value for fewer than four pairs", () => {
    expect(partialSpearman([1, 2, 3], [1, 3, 2], [2, 1, 3])).toBeNaN();
    expect(partialSpearman([], [], [])).toBeNaN();
  });

  test("is never beyond ±1, where rounding would take it there", () => {
    expect(partialSpearman([1, 2, 3, 4], [2, 4, 1, 3], [2, 1, 4, 3])).toBe(1);
    expect(partialSpearman([1, 2, 3, 4], [2, 4, 1, 3], [1, 3, 2, 4])).toBe(-1);
  });

  test("takes no NaN and no columns of unequal length", () => {
    expect(() => partialSpearman([1, 2], [1, Number.NaN], [1, 2])).toThrow(RangeError);
    expect(() => partialSpearman([1, 2], [1, 2], [1])).toThrow(RangeError);
  });

  test("of a resample is that of the items drawn, ties and all", () => {
    const { x, y, given } = golden.cases[2]!;
    const statistic = resampledPartialSpearman(x, y, given);
    for (const { counts, of } of resamplesOf(x.length)) {
      expect(statistic(counts)).toBe(partialSpearman(of(x), of(y), of(given)));
    }
  });
});
