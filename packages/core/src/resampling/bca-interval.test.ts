import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bcaInterval } from "./bca-interval.ts";
import { jackknife } from "./jackknife.ts";
import { percentileInterval } from "./percentile-interval.ts";
import { resampledMean } from "./resampled-mean.ts";
import { resampledSlope } from "./resampled-slope.ts";
import { resampledSpearman } from "./resampled-spearman.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
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
  readonly bca: readonly [number, number];
  readonly bca80: readonly [number, number];
}
const golden: { cases: Case[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/intervals.json", import.meta.url), "utf8"),
);

function statisticOf({ name, data: [x, y] }: Case): ResampledStatistic {
  if (name === "mean") return resampledMean(x);
  return name === "slope" ? resampledSlope(x, y) : resampledSpearman(x, y);
}

const ends = ({ low, high }: { low: number; high: number }) => [low, high];
const near = (expected: readonly number[]) => expected.map((value) => expect.closeTo(value, 10));

describe.each(golden.cases)("of a $name, on SciPy's resamples", (each) => {
  const statistic = statisticOf(each);
  const items = each.data[0].length;
  const value = statistic(new Uint32Array(items).fill(1));
  const replicates = Float64Array.from(each.counts, (row) =>
    statistic(Uint32Array.from(row, Number)),
  );
  const left = jackknife(statistic, items);

  test("value and replicates are SciPy's", () => {
    expect(value).toBeCloseTo(each.value, 10);
    expect([...replicates]).toEqual(near(each.replicates));
  });

  test("the standard error is SciPy's", () => {
    expect(standardError(replicates)).toBeCloseTo(each.standardError, 10);
  });

  test("the percentile interval is SciPy's", () => {
    expect(ends(percentileInterval(replicates))).toEqual(near(each.percentile));
  });

  test("the BCa interval is SciPy's, at two levels", () => {
    const options = { value, jackknife: left };
    expect(ends(bcaInterval(replicates, options))).toEqual(near(each.bca));
    expect(ends(bcaInterval(replicates, { ...options, level: 0.8 }))).toEqual(near(each.bca80));
  });
});

describe("intervals", () => {
  const replicates = Float64Array.from({ length: 101 }, (_, i) => i);

  test("leave out replicates without a value", () => {
    const withNaN = Float64Array.of(NaN, ...replicates, NaN);
    expect(percentileInterval(withNaN)).toEqual(percentileInterval(replicates));
    const options = { value: 50, jackknife: Float64Array.of(1, 2, 4) };
    expect(bcaInterval(withNaN, options)).toEqual(bcaInterval(replicates, options));
  });

  test("BCa equals the percentile interval where there is neither bias nor acceleration", () => {
    const interval = bcaInterval(replicates, { value: 50, jackknife: Float64Array.of(1, 2, 3) });
    expect(ends(interval)).toEqual(near(ends(percentileInterval(replicates))));
  });

  test("of a statistic that never varies are a point", () => {
    const same = new Float64Array(9).fill(1);
    expect(percentileInterval(same)).toEqual({ low: 1, high: 1 });
    expect(bcaInterval(same, { value: 1, jackknife: same })).toEqual({ low: 1, high: 1 });
  });

  test("have no ends for fewer than two replicates", () => {
    const none = { low: NaN, high: NaN };
    expect(percentileInterval(Float64Array.of(3, NaN))).toEqual(none);
    expect(bcaInterval(Float64Array.of(3), { value: 3, jackknife: replicates })).toEqual(none);
  });

  test("BCa has no ends where all replicates lie on one side, or a value is missing", () => {
    const none = { low: NaN, high: NaN };
    expect(bcaInterval(replicates, { value: 200, jackknife: replicates })).toEqual(none);
    expect(bcaInterval(replicates, { value: NaN, jackknife: replicates })).toEqual(none);
    const broken = Float64Array.of(1, NaN, 2);
    expect(bcaInterval(replicates, { value: 50, jackknife: broken })).toEqual(none);
  });

  test("refuse a level that is not between 0 and 1, such as 95", () => {
    for (const level of [0, 1, 95, NaN]) {
      expect(() => percentileInterval(replicates, level)).toThrow(/between 0 and 1/);
      const options = { value: 50, jackknife: replicates, level };
      expect(() => bcaInterval(replicates, options)).toThrow(/between 0 and 1/);
    }
  });
});
