import { describe, expect, test } from "vitest";
import { bootstrapSpearmanStandardError } from "../resampling/bootstrap.ts";
import { compareMethods } from "./compare-methods.ts";
import { spearman } from "../correlation/correlation.ts";
import { normal, random } from "../sampling/random.ts";

const source = random("compare");
const truth = Array.from({ length: 200 }, () => normal(source));
const noisy = (noise: number) => truth.map((value) => value + noise * normal(source));
const methods = [
  { name: "good", estimates: noisy(0.5) },
  { name: "bad", estimates: noisy(3) },
  { name: "as bad", estimates: noisy(3) },
];

describe("compareMethods", () => {
  const options = { seed: 1, replicates: 2000 };
  const { scores, differences } = compareMethods(truth, methods, options);

  test("scores each method with its ρ, its standard error and an interval around it", () => {
    expect(scores.map(({ name }) => name)).toEqual(["good", "bad", "as bad"]);
    scores.forEach((score, m) => {
      const { estimates } = methods[m]!;
      expect(score.rho).toBe(spearman(estimates, truth));
      expect(score.standardError).toBe(bootstrapSpearmanStandardError(estimates, truth, options));
      expect(score.low).toBeLessThan(score.rho);
      expect(score.high).toBeGreaterThan(score.rho);
    });
  });

  test("tells a real difference from one that is not", () => {
    const named = differences.map(({ first, second }) => `${first} − ${second}`);
    expect(named).toEqual(["good − bad", "good − as bad", "bad − as bad"]);
    expect(differences[0]!.adjustedP).toBeLessThan(0.01);
    expect(differences[0]!.low).toBeGreaterThan(0.2);
    expect(differences[2]!.adjustedP).toBeGreaterThan(0.05);
    expect(differences[2]!.low).toBeLessThan(0);
  });

  test("for fewer than three pairs and for one cluster has values but no uncertainty", () => {
    const two = [{ name: "a", estimates: [1, 2] }];
    expect(compareMethods([1, 2], two, { seed: 1 }).scores[0]).toMatchObject({
      rho: 1,
      standardError: NaN,
      low: NaN,
    });
    const clusters = Array.from(truth, () => "one student");
    const alone = compareMethods(truth, methods, { ...options, clusters });
    expect(alone.scores[0]!.rho).toBe(scores[0]!.rho);
    expect(alone.scores[0]!.standardError).toBeNaN();
    expect(alone.differences[0]!.adjustedP).toBeNaN();
  });

  test("a method that says the same of every pair has no ρ and spoils no other", () => {
    const constant = { name: "constant", estimates: truth.map(() => 0.5) };
    const result = compareMethods(truth, [...methods, constant], options);
    expect(result.scores[3]!.rho).toBeNaN();
    expect(result.scores[3]!.undefinedReplicates).toBe(2000);
    expect(result.scores.slice(0, 3)).toEqual(scores);
    expect(result.differences.find((d) => d.second === "bad")).toEqual(differences[0]);
  });
});
