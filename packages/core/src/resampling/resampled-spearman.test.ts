import fc from "fast-check";
import { expect, test } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { random } from "../sampling/random.ts";
import { rankedColumn } from "../numerics/ranked-column.ts";
import { rankCorrelation, resampledSpearman } from "./resampled-spearman.ts";
import { resampler } from "../numerics/resampler.ts";

test("equals ranking the resample afresh, to the last bit, ties or none", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.double({ noNaN: true })), {
        minLength: 1,
        maxLength: 40,
      }),
      fc.integer(),
      (rows, seed) => {
        const x = rows.map(([value]) => value);
        const y = rows.map(([, value]) => value);
        const counts = new Uint32Array(rows.length);
        resampler(rows.length, rows.length, random(seed))(counts);
        const drawn = [...counts].flatMap((count, i) => Array.from({ length: count }, () => i));
        expect(resampledSpearman(x, y)(counts)).toEqual(
          spearman(
            drawn.map((i) => x[i]!),
            drawn.map((i) => y[i]!),
          ),
        );
      },
    ),
  );
});

test("an item never drawn does not count", () => {
  const statistic = resampledSpearman([1, 2, 3, 4, 99], [1, 3, 2, 4, -99]);
  expect(statistic(Uint32Array.of(1, 1, 1, 1, 0))).toBe(0.8);
});

test("a resample of one item has no value", () => {
  expect(resampledSpearman([1, 2, 3], [1, 2, 3])(Uint32Array.of(0, 3, 0))).toBeNaN();
});

test("adds up exactly where 60,000 values are equal", () => {
  const half = Float64Array.from({ length: 120_000 }, (_, i) => i % 2);
  const quarter = half.map((value, i) => (value === 1 && i % 4 === 1 ? 1 : 0));
  const once = new Uint32Array(half.length).fill(1);
  expect(resampledSpearman(half, half)(once)).toBe(1);
  expect(resampledSpearman(half, quarter)(once)).toBeCloseTo(Math.sqrt(1 / 3), 12);
});

test("the same ranked columns give the same statistic", () => {
  const [x, y] = [Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2)].map((of) => rankedColumn(of));
  expect(rankCorrelation(x!, y!)).toBe(rankCorrelation(x!, y!));
  expect(rankCorrelation(x!, y!)(Uint32Array.of(1, 1, 1))).toBe(0.5);
});
