import fc from "fast-check";
import { expect, test } from "vitest";
import { leastSquares } from "../correlation/least-squares.ts";
import { random } from "../sampling/random.ts";
import { resampledSlope } from "./resampled-slope.ts";
import { resampler } from "../numerics/resampler.ts";

test("is the least-squares slope of the resample", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
        minLength: 2,
        maxLength: 30,
      }),
      fc.integer(),
      (rows, seed) => {
        const counts = new Uint32Array(rows.length);
        resampler(rows.length, rows.length, random(seed))(counts);
        fc.pre(new Set(rows.filter((_, i) => counts[i]! > 0).map(([x]) => x)).size > 1);
        const drawn = rows.flatMap((row, i) => Array.from({ length: counts[i]! }, () => row));
        const slope = resampledSlope(
          rows.map(([x]) => x),
          rows.map(([, y]) => y),
        )(counts);
        const afresh = leastSquares(
          drawn.map(([x]) => x),
          drawn.map(([, y]) => y),
        );
        expect([slope]).toEqual([expect.closeTo(afresh.slope, 10)]);
      },
    ),
  );
});

test("has no value where the drawn x are equal, though their rounded mean differs", () => {
  expect(resampledSlope([0.1, 0.1, 0.1, 2], [1, 2, 3, 4])(Uint32Array.of(1, 1, 1, 0))).toBeNaN();
});
