import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spearman } from "./correlation.ts";
import { resampledSpearman, resampledWithinSpearman } from "../resampling/resampled-spearman.ts";
import { bootstrap } from "../resampling/bootstrap.ts";
import { standardError } from "../resampling/standard-error.ts";
import { resampledPartialSpearman } from "./partial-spearman.ts";
import { weightedSpearman } from "./weighted-spearman.ts";
import { golden } from "./weights.test.support.ts";

const columns = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
    minLength: 3,
    maxLength: 30,
  })
  .map((rows) => [rows.map(([x]) => x), rows.map(([, y]) => y)] as const);

describe("weighted Spearman", () => {
  test("of whole weights is SciPy's ρ of each row as often as its weight", () => {
    for (const { x, y, weights, rho } of golden.repeated) {
      expect(weightedSpearman(x, y, weights)).toBeCloseTo(rho, 12);
    }
  });

  test("of equal weights is Spearman's ρ, whatever the weight", () => {
    fc.assert(
      fc.property(columns, fc.double({ min: 0.01, max: 100, noNaN: true }), ([x, y], weight) => {
        const rho = weightedSpearman(
          x,
          y,
          x.map(() => weight),
        );
        // Where a column does not vary, both are NaN and so is the difference.
        expect(Math.abs(rho - spearman(x, y)) > 1e-9).toBe(false);
        expect(Number.isNaN(rho)).toBe(Number.isNaN(spearman(x, y)));
      }),
    );
  });

  test("of a resample is that of the rows as often as they were drawn", () => {
    const [x, y, weights] = [
      [1, 2, 2, 5],
      [2, 1, 3, 4],
      [0.5, 2, 1, 1.5],
    ];
    const drawn = weightedSpearman([1, 2, 5, 5], [2, 3, 4, 4], [0.5, 1, 1.5, 1.5]);
    expect(resampledSpearman(x!, y!, weights!)(Uint32Array.of(1, 0, 1, 2))).toBeCloseTo(drawn, 12);
  });

  test("in each resample is NumPy's correlation of weighted midranks; so are partial ρ and ρ within groups", () => {
    const { x, y, given, groups, weights, counts, error, ...expected } = golden.resampled[0]!;
    const statistics = {
      rho: resampledSpearman(x, y, weights),
      partial: resampledPartialSpearman(x, y, given, weights),
      within: resampledWithinSpearman(x, y, groups, weights),
    };
    for (const name of ["rho", "partial", "within"] as const) {
      const found = counts.map((drawn) => statistics[name](Uint32Array.from(drawn)));
      found.forEach((value, i) => expect(value).toBeCloseTo(expected[name][i]!, 10));
    }
    const rho = counts.map((drawn) => statistics.rho(Uint32Array.from(drawn)));
    expect(standardError(Float64Array.from(rho))).toBeCloseTo(error, 10);
    const [many] = bootstrap([statistics.rho], x.length, { seed: "weights", replicates: 2000 });
    // Of 40 resamples alone: their standard error is known to 11 %.
    expect(standardError(many!) / error).toBeCloseTo(1, 0);
  });

  test("is ranked once for statistics that share a resample", () => {
    const { x, y, given, weights, counts } = golden.resampled[0]!;
    const [first, second] = [counts[0]!, counts[1]!].map((drawn) => Uint32Array.from(drawn));
    const statistic = resampledPartialSpearman(x, y, given, weights);
    const alone = [statistic(first!), statistic(second!)];
    expect([statistic(first!, 1), statistic(second!, 2)]).toEqual(alone);
  });

  test("leaves out rows of weight 0, and has no value where a column does not vary", () => {
    expect(weightedSpearman([1, 2, 9], [1, 2, 0], [1, 1, 0])).toBe(1);
    expect(weightedSpearman([1, 1, 9], [1, 2, 0], [1, 1, 0])).toBeNaN();
  });

  test("refuses a negative or infinite weight and unequal lengths", () => {
    expect(() => weightedSpearman([1, 2], [1, 2], [1, -1])).toThrow(
      "a weight is from 0, finite, not the -1 at index 1",
    );
    expect(() => weightedSpearman([1, 2], [1, 2], [1])).toThrow("2 rows have 1");
    expect(() => weightedSpearman([1, 2], [1], [1, 1])).toThrow("equal length");
  });
});
