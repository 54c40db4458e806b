import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectedCalibrationError, reliabilityTable } from "./reliability.ts";

interface Curve {
  readonly estimates: number[];
  readonly outcomes: number[];
  readonly bins: number;
  readonly by: "width" | "quantile";
  readonly meanTruth: number[];
  readonly meanEstimate: number[];
}
const golden: { reliability: Curve[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/calibration.json", import.meta.url), "utf8"),
);
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12));

describe("reliabilityTable", () => {
  test("is scikit-learn's calibration curve, by width and by quantile", () => {
    for (const { estimates, outcomes, bins, by, meanTruth, meanEstimate } of golden.reliability) {
      const table = reliabilityTable(estimates, outcomes, { bins, by });
      expect(table.map((bin) => bin.meanTruth)).toEqual(near(meanTruth));
      expect(table.map((bin) => bin.meanEstimate)).toEqual(near(meanEstimate));
      expect(table.reduce((sum, bin) => sum + bin.count, 0)).toBe(estimates.length);
    }
  });

  test("takes probabilities as truth, and leaves empty bins out", () => {
    expect(reliabilityTable([0.1, 0.9, 1], [0.2, 0.5, 0.7], { bins: 2 })).toEqual([
      { low: 0, high: 0.5, count: 1, weight: 1, meanEstimate: 0.1, meanTruth: 0.2 },
      { low: 0.5, high: 1, count: 2, weight: 2, meanEstimate: 0.95, meanTruth: 0.6 },
    ]);
    expect(reliabilityTable([0.95], [1])).toHaveLength(1);
  });

  test("an estimate on an edge belongs to the bin below it, 0 to the first", () => {
    const table = reliabilityTable([0, 0.5, 0.51], [0, 0, 0], { bins: 2 });
    expect(table.map(({ count }) => count)).toEqual([2, 1]);
  });

  test("of nothing is empty", () => {
    expect(reliabilityTable([], [])).toEqual([]);
    expect(reliabilityTable([], [], { by: "quantile" })).toEqual([]);
  });

  test("refuses what is no probability and a number of bins that is none", () => {
    expect(() => reliabilityTable([1.5], [1])).toThrow(/not the 1.5 at index 0/);
    expect(() => reliabilityTable([0.5], [1], { bins: 0 })).toThrow(/positive/);
  });
});

describe("expectedCalibrationError", () => {
  test("weighs each bin's distance by its count", () => {
    const table = reliabilityTable([0.1, 0.9, 0.9, 0.9], [0.2, 0.6, 0.6, 0.6], { bins: 2 });
    expect(expectedCalibrationError(table)).toBeCloseTo((0.1 + 3 * 0.3) / 4, 14);
  });

  test("is 0 for the truth and has no value for an empty table", () => {
    expect(expectedCalibrationError(reliabilityTable([0.2, 0.7], [0.2, 0.7]))).toBe(0);
    expect(expectedCalibrationError([])).toBeNaN();
  });
});
