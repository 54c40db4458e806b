import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { meanWithSem } from "./mean.ts";

const golden: { sem: { values: number[]; mean: number; sem: number } } = JSON.parse(
  readFileSync(new URL("../../fixtures/calibration.json", import.meta.url), "utf8"),
);

describe("meanWithSem", () => {
  test("agrees with SciPy", () => {
    const { mean, sem, n } = meanWithSem(golden.sem.values);
    expect(mean).toBeCloseTo(golden.sem.mean, 14);
    expect(sem).toBeCloseTo(golden.sem.sem, 14);
    expect(n).toBe(120);
  });

  test("one value has no SEM and none has no mean", () => {
    expect(meanWithSem([3])).toEqual({ mean: 3, sem: NaN, n: 1 });
    expect(meanWithSem([])).toEqual({ mean: NaN, sem: NaN, n: 0 });
  });

  test("refuses what has no mean", () => {
    expect(() => meanWithSem([1, -Infinity])).toThrow(/-Infinity at index 1/);
  });
});
