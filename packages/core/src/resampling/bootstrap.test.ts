import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootstrap, bootstrapSpearmanStandardError } from "./bootstrap.ts";
import { normal, random } from "../sampling/random.ts";
import { resampledSpearman } from "./resampled-spearman.ts";
import { standardError } from "./standard-error.ts";

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

  test("gives the resamples of its seed whatever was drawn before, fewer or more of them", () => {
    const [x, y] = sample(30, "again");
    const run = (seed: number, replicates: number) =>
      bootstrap([resampledSpearman(x, y)], 30, { seed, replicates })[0]!;
    const others = [5, 6, 7, 8].flatMap((seed) => [run(seed, 10).length, run(seed, 50_000).length]);
    expect(others.reduce((sum, length) => sum + length, 0)).toBe(4 * 50_010);
    const [few, many, beyond] = [run(4, 20), run(4, 60), run(4, 40_000)];
    expect(many.subarray(0, 20)).toEqual(few);
    expect(beyond.subarray(0, 60)).toEqual(many);
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

  test("by clusters of one equals the plain bootstrap", () => {
    const [x, y] = sample(25, "clusters of one");
    const statistic = resampledSpearman(x, y);
    const clusters = Array.from(x, (_, i) => `student ${i}`);
    const options = { seed: 5, replicates: 60 };
    expect(bootstrap([statistic], 25, { ...options, clusters })).toEqual(
      bootstrap([statistic], 25, options),
    );
  });

  test("draws the items of a cluster together", () => {
    const clusters = ["a", "b", "a", "c", "c", "a"];
    const seen: number[][] = [];
    const record = (counts: Uint32Array): number => seen.push([...counts]);
    bootstrap([record], 6, { seed: 1, replicates: 30, clusters });
    for (const counts of seen) {
      expect(counts[2]).toBe(counts[0]);
      expect(counts[5]).toBe(counts[0]);
      expect(counts[4]).toBe(counts[3]);
      expect(counts[0]! + counts[1]! + counts[3]!).toBe(3);
    }
  });

  test("is wider by cluster than by item where clusters are copies", () => {
    const [x, y] = sample(40, "copies");
    const fourTimes = (column: Float64Array) => [...column, ...column, ...column, ...column];
    const clusters = fourTimes(Float64Array.from(x, (_, i) => i));
    const columns = [fourTimes(x), fourTimes(y)] as const;
    const byItem = bootstrapSpearmanStandardError(...columns, { seed: 1 });
    const byCluster = bootstrapSpearmanStandardError(...columns, { seed: 1, clusters });
    expect(byCluster).toBeCloseTo(bootstrapSpearmanStandardError(x, y, { seed: 1 }), 12);
    expect(byCluster / byItem).toBeGreaterThan(1.7);
  });

  test("of a single cluster has no value, for it says nothing of how clusters differ", () => {
    const statistic = resampledSpearman([1, 2, 3], [1, 3, 2]);
    const options = { seed: 1, replicates: 2, clusters: ["x", "x", "x"] };
    expect(bootstrap([statistic], 3, options)).toEqual([Float64Array.of(NaN, NaN)]);
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
