import { describe, expect, test } from "vitest";
import { bootstrap } from "./bootstrap.ts";
import { pairedDifference } from "./paired-difference.ts";
import { normal, random } from "../sampling/random.ts";
import { resampledSpearman } from "./resampled-spearman.ts";

const replicated = (value: number, ...replicates: number[]) => ({
  value,
  replicates: Float64Array.from(replicates),
});

describe("pairedDifference", () => {
  test("is of the replicates on the same resample", () => {
    const result = pairedDifference(replicated(5, 4, 6, 8), replicated(3, 3, 4, 5));
    expect(result.difference).toBe(2);
    expect(result.standardError).toBe(1); // of 1, 2, 3
    expect(result.low).toBeCloseTo(1.05, 14);
    expect(result.high).toBeCloseTo(2.95, 14);
    expect(result.p).toBe(0.5); // twice (1 + 0) / (1 + 3)
  });

  test("of two methods that always agree has p = 1", () => {
    const same = replicated(0.5, 0.4, 0.5, 0.6);
    expect(pairedDifference(same, same)).toMatchObject({ difference: 0, standardError: 0, p: 1 });
  });

  test("leaves out and counts resamples on which either has no value", () => {
    const result = pairedDifference(replicated(1, 1, NaN, 3, 4), replicated(0, 0, 0, NaN, 1));
    expect(result.undefinedReplicates).toBe(2);
    expect(result.p).toBeCloseTo(2 / 3, 14);
  });

  test("has no p where no replicate has a value", () => {
    expect(pairedDifference(replicated(1, NaN), replicated(0, 1)).p).toBeNaN();
  });

  test("is tighter than two unpaired errors where methods err together", () => {
    const source = random("paired");
    const truth = Array.from({ length: 150 }, () => normal(source));
    const first = truth.map((value) => value + normal(source));
    const second = first.map((value) => value + 0.3 * normal(source));
    const statistics = [first, second].map((each) => resampledSpearman(each, truth));
    const ones = new Uint32Array(150).fill(1);
    const [a, b] = bootstrap(statistics, 150, { seed: 1, replicates: 1000 }).map((replicates, m) => ({
      value: statistics[m]!(ones),
      replicates,
    }));
    const unrelated = bootstrap(statistics, 150, { seed: 2, replicates: 1000 })[1]!;
    const paired = pairedDifference(a!, b!).standardError;
    const unpaired = pairedDifference(a!, { value: b!.value, replicates: unrelated }).standardError;
    expect(paired).toBeLessThan(unpaired / 2);
  });

  test("refuses different numbers of replicates", () => {
    expect(() => pairedDifference(replicated(1, 1), replicated(1, 1, 2))).toThrow(/1 and 2/);
  });
});
