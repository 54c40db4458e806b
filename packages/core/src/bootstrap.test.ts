import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootstrap, bootstrapSpearmanStandardError, standardError } from "./bootstrap.ts";
import { normal, random } from "./random.ts";
import { resampledSpearman } from "./resampled-spearman.ts";

/** n pairs with a correlation of about 0.7. */
function sample(n: number, seed: string): [Float64Array, Float64Array] {
  const source = random(seed);
  const x = Float64Array.from({ length: n }, () => normal(source));
  return [x, x.map((value) => value + normal(source))];
}

describe("bootstrap", () => {
  test("is a function of its seed", () => {
    const [x, y] = sample(30, "seed");
    const statistic = resampledSpearman(x, y);
    const run = (seed: string | number) => bootstrap([statistic], 30, { seed, replicates: 50 });
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });

  test("gives each statistic the resamples it would have alone", () => {
    const [x, y] = sample(20, "shared");
    const first = resampledSpearman(x, y);
    const second = resampledSpearman(
      y,
      x.map((value) => -value),
    );
    const options = { seed: "both", replicates: 40 };
    expect(bootstrap([first, second], 20, options)).toEqual([
      ...bootstrap([first], 20, options),
      ...bootstrap([second], 20, options),
    ]);
  });

  test("refuses a number of replicates that is not a positive integer", () => {
    for (const replicates of [0, -1, 2.5, NaN]) {
      expect(() => bootstrap([], 3, { seed: 1, replicates })).toThrow(/positive number/);
    }
  });
});

describe("bootstrapSpearmanStandardError", () => {
  test("comes close to the spread of ρ over fresh samples", () => {
    const rhos = Float64Array.from({ length: 400 }, (_, i) => {
      const [x, y] = sample(200, `fresh ${i}`);
      return resampledSpearman(x, y)(new Uint32Array(200).fill(1));
    });
    const [x, y] = sample(200, "one sample");
    const se = bootstrapSpearmanStandardError(x, y, { seed: 1, replicates: 2000 });
    expect(se / standardError(rhos)).toBeGreaterThan(0.75);
    expect(se / standardError(rhos)).toBeLessThan(1.33);
  });

  test("does not change under increasing maps", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 20 }),
        (x) => {
          const y = x.map((value, i) => value + (i % 3));
          const options = { seed: 3, replicates: 20 };
          const se = bootstrapSpearmanStandardError(x, y, options);
          expect(bootstrapSpearmanStandardError(x.map(Math.exp), y, options)).toEqual(se);
        },
      ),
    );
  });

  test("is zero for a perfect ranking", () => {
    expect(bootstrapSpearmanStandardError([1, 2, 3, 4], [2, 3, 5, 9], { seed: 1 })).toBe(0);
  });

  test("has no value without variance and for fewer than three pairs", () => {
    expect(bootstrapSpearmanStandardError([1, 1, 1, 1], [1, 2, 3, 4], { seed: 1 })).toBeNaN();
    expect(bootstrapSpearmanStandardError([1, 2], [1, 2], { seed: 1 })).toBeNaN();
    expect(bootstrapSpearmanStandardError([], [], { seed: 1 })).toBeNaN();
  });

  test("refuses NaN and unequal lengths", () => {
    expect(() => bootstrapSpearmanStandardError([1, NaN, 2], [1, 2, 3], { seed: 1 })).toThrow(
      /NaN/,
    );
    expect(() => bootstrapSpearmanStandardError([1, 2, 3], [1, 2], { seed: 1 })).toThrow(/equal/);
  });
});

describe("standardError", () => {
  test("is the sample standard deviation of the replicates that have a value", () => {
    expect(standardError(Float64Array.of(1, NaN, 2, 3, 4))).toBeCloseTo(Math.sqrt(5 / 3), 15);
  });

  test("has no value for fewer than two", () => {
    expect(standardError(Float64Array.of(1, NaN))).toBeNaN();
  });
});
