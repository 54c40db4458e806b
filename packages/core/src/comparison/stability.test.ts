import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { quantileOfSorted } from "../numerics/quantile.ts";
import { normal, random } from "../sampling/random.ts";
import { stability } from "./stability.ts";

const golden: { variation: { runs: number[][]; coefficients: number[] } } = JSON.parse(
  readFileSync(new URL("../../fixtures/calibration.json", import.meta.url), "utf8"),
);

describe("stability", () => {
  test("takes SciPy's coefficients of variation, and their quartiles", () => {
    const { runs, coefficients } = golden.variation;
    const { variation } = stability(runs, runs[0]!);
    const sorted = Float64Array.from(coefficients).sort();
    expect(variation.median).toBeCloseTo(quantileOfSorted(sorted, 0.5), 12);
    expect(variation.mean).toBeCloseTo(coefficients.reduce((a, b) => a + b) / sorted.length, 12);
    expect(variation.quartiles[0]).toBeCloseTo(quantileOfSorted(sorted, 0.25), 12);
    expect(variation.quartiles[1]).toBeCloseTo(quantileOfSorted(sorted, 0.75), 12);
  });

  test("agreement is over every two runs, truth over every run", () => {
    const runs = [
      [1, 2, 3, 4],
      [1, 3, 2, 4],
      [4, 3, 2, 1],
    ];
    const truth = [1, 2, 4, 3];
    const result = stability(runs, truth);
    expect(result.agreement.mean).toBeCloseTo((0.8 - 1 - 0.8) / 3, 14);
    expect(result.agreement).toMatchObject({ least: -1, most: expect.closeTo(0.8, 14) });
    const each = runs.map((run) => spearman(run, truth));
    expect(result.truth).toMatchObject({ least: Math.min(...each), most: Math.max(...each) });
  });

  test("the averages of the same numbers tie, in whatever order the runs gave them", () => {
    const [a, b, c] = [0.1, 0.2, 0.3];
    expect(a + b + c).not.toBe(c + b + a);
    const runs = [
      [a, c, 0.7],
      [b, b, 0.8],
      [c, a, 0.9],
    ];
    expect(stability(runs, [1, 2, 3]).averaged).toBeCloseTo(
      spearman([0.2, 0.2, 0.8], [1, 2, 3]),
      14,
    );
  });

  test("averaging cures random errors but not systematic ones", () => {
    const source = random("stability");
    const truth = Array.from({ length: 300 }, () => 5 + normal(source));
    const belief = truth.map((value) => value + normal(source));
    const runsOf = (centre: readonly number[], noise: number) =>
      Array.from({ length: 10 }, () => centre.map((value) => value + noise * normal(source)));
    const stochastic = stability(runsOf(truth, 1.5), truth);
    const systematic = stability(runsOf(belief, 0.2), truth);
    expect(stochastic.averaged - stochastic.truth.mean).toBeGreaterThan(0.2);
    expect(systematic.averaged - systematic.truth.mean).toBeLessThan(0.05);
  });

  test("leaves out and counts pairs that some run has no estimate of", () => {
    const result = stability(
      [
        [1, 2, undefined, 4],
        [1, NaN, 3, 4],
      ],
      [1, 2, 3, 4],
    );
    expect(result).toMatchObject({ n: 2, dropped: 2 });
  });

  test("counts pairs whose mean is zero, which have no coefficient", () => {
    const { variation } = stability(
      [
        [0, 1, 2],
        [0, 3, 2],
      ],
      [1, 2, 3],
    );
    expect(variation.undefinedPairs).toBe(1);
    expect(variation.mean).toBeCloseTo(Math.SQRT2 / 2 / 2, 14);
  });

  test("of one run has its agreement with the truth and nothing else", () => {
    const result = stability([[1, 2, 3]], [1, 2, 3]);
    expect(result.truth).toEqual({ mean: 1, least: 1, most: 1 });
    expect(result.agreement).toEqual({ mean: NaN, least: NaN, most: NaN });
    expect(result.variation.median).toBeNaN();
  });
});
