import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { percentileInterval } from "./percentile-interval.ts";
import { resampledMean } from "./resampled-mean.ts";
import { resampledSlope } from "./resampled-slope.ts";
import { resampledSpearman } from "./resampled-spearman.ts";
import { standardError } from "./standard-error.ts";

interface Case {
  readonly name: "spearman" | "mean" | "slope";
  readonly data: readonly [number[], number[]];
  /** One text a resample, one digit an item. */
  readonly counts: readonly string[];
  readonly value: number;
  readonly replicates: readonly number[];
  readonly standardError: number;
  readonly percentile: readonly [number, number];
}
const golden: { cases: Case[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/intervals.json", import.meta.url), "utf8"),
);

function statisticOf({ name, data: [x, y] }: Case): ResampledStatistic {
  if (name === "mean") return resampledMean(x);
  return name === "slope" ? resampledSlope(x, y) : resampledSpearman(x, y);
}

describe.each(golden.cases)("of a $name, on SciPy's resamples", (each) => {
  const statistic = statisticOf(each);
  const items = each.data[0].length;
  const replicates = Float64Array.from(each.counts, (row) =>
    statistic(Uint32Array.from(row, Number)),
  );

  test("value and replicates are SciPy's", () => {
    expect(statistic(new Uint32Array(items).fill(1))).toBeCloseTo(each.value, 10);
    expect([...replicates]).toEqual(each.replicates.map((value) => expect.closeTo(value, 10)));
  });

  test("the standard error is SciPy's", () => {
    expect(standardError(replicates)).toBeCloseTo(each.standardError, 10);
  });

  test("the percentile interval is SciPy's", () => {
    const { low, high } = percentileInterval(replicates);
    expect(low).toBeCloseTo(each.percentile[0], 10);
    expect(high).toBeCloseTo(each.percentile[1], 10);
  });
});

describe("a percentile interval", () => {
  const replicates = Float64Array.from({ length: 101 }, (_, i) => i);

  test("leaves out replicates without a value", () => {
    const withNaN = Float64Array.of(NaN, ...replicates, NaN);
    expect(percentileInterval(withNaN)).toEqual(percentileInterval(replicates));
  });

  test("of a statistic that never varies is a point", () => {
    expect(percentileInterval(new Float64Array(9).fill(1))).toEqual({ low: 1, high: 1 });
  });

  test("has no ends for fewer than two replicates", () => {
    expect(percentileInterval(Float64Array.of(3, NaN))).toEqual({ low: NaN, high: NaN });
  });

  test("refuses a level that is not between 0 and 1, such as 95", () => {
    for (const level of [0, 1, 95, NaN]) {
      expect(() => percentileInterval(replicates, level)).toThrow(/between 0 and 1/);
    }
  });
});
