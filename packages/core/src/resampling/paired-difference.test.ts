import { describe, expect, test } from "vitest";
import { bootstrap } from "./bootstrap.ts";
import { pairedDifference } from "./paired-difference.ts";
import { normalQuantile } from "../numerics/normal-distribution.ts";
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
    // Of two standard errors; three replicates alone give .5.
    expect(result.p).toBeCloseTo(0.0455, 4);
  });

  test("of two methods that always agree has p = 1", () => {
    const same = replicated(0.5, 0.4, 0.5, 0.6);
    expect(pairedDifference(same, same)).toMatchObject({ difference: 0, standardError: 0, p: 1 });
  });

  test("leaves out and counts resamples on which either has no value", () => {
    const result = pairedDifference(
      replicated(1, 1, NaN, 3, 4, -1),
      replicated(0, 0, 0, NaN, 1, 0),
    );
    expect(result.undefinedReplicates).toBe(2);
    expect(result.p).toBe(1); // twice (1 + 1) / (1 + 3)
  });

  describe("where no replicate is on the other side of zero", () => {
    const zero = { value: 0, replicates: new Float64Array(2000) };
    /** Of 2,000 replicates 0.1 to either side, or nearly. */
    const ten = { value: 1, replicates: zero.replicates.map((_, b) => (b % 2 ? 0.9 : 1.1)) };
    const error = 0.1 * Math.sqrt(2000 / 1999);
    const pOf = (items?: number) => pairedDifference({ ...ten, ...(items && { items }) }, zero).p;

    test("p is that of the difference over its standard error, below what replicates resolve", () => {
      const t = 1 / error;
      expect(t).toBeCloseTo(10, 2);
      // By SciPy at exactly 10 standard errors: 1.524e-23 of the normal, 9.681e-11 of Student's t
      // with 29 at 10 √(29 / 30).
      expect(Math.log10(pOf())).toBeCloseTo(Math.log10(1.524e-23), 1);
      expect(Math.log10(pOf(30))).toBeCloseTo(Math.log10(9.681e-11), 2);
    });

    test("p is never smaller than that of so few items", () => {
      // Student's t with 1, of 10 standard errors less √2 for the n of the bootstrap's variance, by
      // SciPy.
      expect(pOf(2)).toBeCloseTo(0.0895, 3);
    });

    test("p is 0 where all replicates are the same", () => {
      expect(pairedDifference(replicated(1, 1, 1), replicated(-1, -1, -1)).p).toBe(0);
    });
  });

  test("p is that of the replicates where one is on the other side of zero", () => {
    const crossed = replicated(1, ...Array.from({ length: 99 }, () => 1), -0.001);
    const zero = replicated(0, ...Array.from({ length: 100 }, () => 0));
    expect(pairedDifference(crossed, zero).p).toBeCloseTo(4 / 101, 14);
  });

  test("has the interval of so few items, which reaches zero where p reaches its level", () => {
    const replicates = Float64Array.from({ length: 9999 }, (_, b) => normalQuantile((b + 1) / 1e4));
    const zero = { value: 0, replicates: new Float64Array(9999), items: 8 };
    // Student's t with 7 has 2.5 % above 2.3646.
    const bound = 2.3646 * Math.sqrt(8 / 7);
    const shifted = replicates.map((value) => value + bound);
    const found = pairedDifference({ value: bound, replicates: shifted, items: 8 }, zero);
    expect(found.low).toBeCloseTo(0, 1);
    expect(found.p).toBeCloseTo(0.05, 2);
    expect(
      pairedDifference({ value: bound, replicates: shifted }, { ...zero, items: 1e6 }).p,
    ).toBeCloseTo(0.0115, 3);
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
    const [a, b] = bootstrap(statistics, 150, { seed: 1, replicates: 1000 }).map(
      (replicates, m) => ({
        value: statistics[m]!(ones),
        replicates,
      }),
    );
    const unrelated = bootstrap(statistics, 150, { seed: 2, replicates: 1000 })[1]!;
    const paired = pairedDifference(a!, b!).standardError;
    const unpaired = pairedDifference(a!, { value: b!.value, replicates: unrelated }).standardError;
    expect(paired).toBeLessThan(unpaired / 2);
  });

  test("refuses different numbers of replicates", () => {
    expect(() => pairedDifference(replicated(1, 1), replicated(1, 1, 2))).toThrow(/1 and 2/);
  });
});
