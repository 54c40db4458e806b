import { describe, expect, test } from "vitest";
import { percentileInterval } from "./percentile-interval.ts";
import { coverageByUnit } from "./unit-coverage.test.support.ts";
import { unitInterval } from "./unit-interval.ts";

const replicates = Float64Array.from({ length: 1001 }, (_, i) => i / 1000);

describe("the interval by units", () => {
  test("is the percentile interval where there are many", () => {
    const [many, plain] = [unitInterval(replicates, 1e6), percentileInterval(replicates)];
    expect(many.low).toBeCloseTo(plain.low, 5);
    expect(many.high).toBeCloseTo(plain.high, 5);
  });

  test("takes wider quantiles the fewer there are, as Hesterberg's expanded percentiles", () => {
    // t of 4 degrees of freedom has 2.5 % above 2.776; Φ(−2.776 √(5/4)) = 0.00095.
    expect(unitInterval(replicates, 5).low).toBeCloseTo(0.000954, 6);
    expect(unitInterval(replicates, 5).high).toBeCloseTo(1 - 0.000954, 6);
  });

  test("has no ends for one unit, and none without replicates", () => {
    expect(unitInterval(replicates, 1)).toEqual({ low: NaN, high: NaN });
    expect(unitInterval(new Float64Array(3).fill(NaN), 9)).toEqual({ low: NaN, high: NaN });
    expect(() => unitInterval(replicates, 9, 95)).toThrow("as 0.95, not 95");
  });

  test("holds ρ where whole questions share errors, which resampling pairs does not", () => {
    const { units, pairs } = coverageByUnit({
      unit: "question",
      units: 20,
      simulations: 150,
      replicates: 200,
    });
    expect(units).toBeGreaterThan(0.9);
    expect(pairs).toBeLessThan(0.9);
  });
});
