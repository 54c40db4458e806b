import { describe, expect, test } from "vitest";
import { aliasSampler } from "../sampling/alias-sampler.ts";
import { meanPmi } from "./mean-pmi.ts";
import { meanWithSem } from "../resampling/mean.ts";
import { random } from "../sampling/random.ts";

const joint = [0.3, 0.1, 0.05, 0.55];
const pmiOf = (cell: number) => {
  const px = cell < 2 ? joint[0]! + joint[1]! : joint[2]! + joint[3]!;
  const py = cell % 2 === 0 ? joint[0]! + joint[2]! : joint[1]! + joint[3]!;
  return Math.log(joint[cell]! / (px * py));
};
const mutualInformation = joint.reduce((sum, p, cell) => sum + p * pmiOf(cell), 0);

describe("meanPmi", () => {
  test("of pairs drawn as they occur covers the mutual information", () => {
    const cells = aliasSampler(joint)(2000, random("pairs"));
    const result = meanPmi(Array.from(cells, pmiOf), { seed: 1, replicates: 2000 });
    expect(result.low).toBeLessThan(mutualInformation);
    expect(result.high).toBeGreaterThan(mutualInformation);
    expect(result.high - result.low).toBeLessThan(0.1);
  });

  test("has the standard error of a mean, by cluster that of the clusters' means", () => {
    const pmi = Array.from(aliasSampler(joint)(300, random("se")), pmiOf);
    const { sem } = meanWithSem(pmi);
    const options = { seed: 1, replicates: 4000 };
    expect(meanPmi(pmi, options).standardError / sem).toBeCloseTo(1, 1);
    const clusters = [...pmi.keys(), ...pmi.keys()];
    expect(meanPmi([...pmi, ...pmi], { ...options, clusters }).standardError / sem).toBeCloseTo(
      1,
      1,
    );
  });

  test("of one pair has no error, of none no mean", () => {
    expect(meanPmi([2], { seed: 1 })).toEqual({
      mean: 2,
      standardError: NaN,
      low: NaN,
      high: NaN,
      n: 1,
    });
    expect(meanPmi([], { seed: 1 }).mean).toBeNaN();
  });

  test("refuses NaN", () => {
    expect(() => meanPmi([1, NaN], { seed: 1 })).toThrow(/NaN/);
  });
});
