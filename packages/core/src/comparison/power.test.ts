import { describe, expect, test } from "vitest";
import { bootstrap } from "../resampling/bootstrap.ts";
import { pairedDifference } from "../resampling/paired-difference.ts";
import { pairsNeeded, powerAt, type Pilot } from "./power.ts";
import { normal, random } from "../sampling/random.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";

/** A run of n pairs with two methods, the second noisier than the first. */
function run(n: number, seed: string, noise = 1.4): Pilot {
  const source = random(seed);
  const truth = Array.from({ length: n }, () => normal(source));
  const noisy = (by: number) => truth.map((value) => value + by * normal(source));
  return { truth, first: noisy(1), second: noisy(noise) };
}

const pilot = run(2000, "pilot");
const options = { seed: 1, simulations: 1000 };

describe("powerAt", () => {
  test("grows with the number of pairs, from near α to near one", () => {
    const powers = [10, 100, 400, 1600].map((pairs) => powerAt(pairs, pilot, options));
    expect(powers).toEqual(powers.toSorted((a, b) => a - b));
    expect(powers[0]).toBeLessThan(0.2);
    expect(powers[3]).toBeGreaterThan(0.95);
  });

  test(
    "is how often fresh runs of that size are told apart by the paired bootstrap",
    { tags: "full" },
    () => {
      const pairs = 150;
      const ones = new Uint32Array(pairs).fill(1);
      const significant = Array.from({ length: 200 }, (_, i) => {
        const { truth, first, second } = run(pairs, `fresh ${i}`);
        const statistics = [first, second].map((each) => resampledSpearman(each, truth));
        const replicates = bootstrap(statistics, pairs, { seed: i, replicates: 400 });
        const [a, b] = statistics.map((statistic, m) => ({
          value: statistic(ones),
          replicates: replicates[m]!,
        }));
        return pairedDifference(a!, b!).p <= 0.05;
      });
      const observed = significant.filter(Boolean).length / significant.length;
      expect(Math.abs(powerAt(pairs, pilot, options) - observed)).toBeLessThan(0.12);
    },
  );

  test("of two methods that are the same is zero", () => {
    expect(powerAt(100, { ...pilot, second: pilot.first }, options)).toBe(0);
  });

  test("of methods equally good is about α", () => {
    const [truth, first] = [pilot.truth, pilot.first as number[]];
    const even = { truth, first, second: first.map((value, i) => 2 * truth[i]! - value) };
    expect(powerAt(200, even, options)).toBeLessThan(0.12);
  });

  test("is a function of its seed", () => {
    expect(powerAt(80, pilot, options)).toBe(powerAt(80, pilot, options));
  });

  test("has no value for fewer than three pairs", () => {
    expect(powerAt(2, pilot, options)).toBeNaN();
    expect(powerAt(10, { truth: [1, 2], first: [1, 2], second: [2, 1] }, options)).toBeNaN();
  });

  test("refuses levels and simulations that make no sense", () => {
    expect(() => powerAt(10, pilot, { seed: 1, alpha: 5 })).toThrow(/between 0 and 1/);
    expect(() => powerAt(10, pilot, { seed: 1, simulations: 1 })).toThrow(/at least twice/);
  });
});

describe("pairsNeeded", () => {
  test("finds a size with the power asked for, to about a twentieth", () => {
    const { pairs, power } = pairsNeeded(pilot, options);
    expect(power).toBeGreaterThanOrEqual(0.8);
    expect(powerAt(pairs!, pilot, options)).toBe(power);
    expect(powerAt(Math.round(0.8 * pairs!), pilot, options)).toBeLessThan(0.8);
  });

  test("a smaller difference needs more pairs", () => {
    const close = run(2000, "close", 1.15);
    expect(pairsNeeded(close, options).pairs!).toBeGreaterThan(
      2 * pairsNeeded(pilot, options).pairs!,
    );
  });

  test("says so where the largest size is not enough", () => {
    const { pairs, power } = pairsNeeded(pilot, { ...options, most: 20 });
    expect(pairs).toBeUndefined();
    expect(power).toBeLessThan(0.8);
    expect(pairsNeeded(pilot, { ...options, most: 5 }).pairs).toBeUndefined();
  });

  test("refuses a power that is no probability", () => {
    expect(() => pairsNeeded(pilot, { seed: 1, power: 80 })).toThrow(/between 0 and 1/);
  });
});
