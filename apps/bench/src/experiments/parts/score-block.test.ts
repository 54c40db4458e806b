import { bootstrapSpearmanStandardError, normal, random, spearman } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { scoreBlock } from "./score-block.ts";
import type { ScorePair } from "./score-block.ts";

const source = random("score-block");
const truth = Array.from({ length: 200 }, () => normal(source));
const noisy = (spread: number): ScorePair[] =>
  truth.map((value) => ({ truth: value, estimate: value + spread * normal(source) }));
const options = { seed: "1", replicates: 2000 };
const good = noisy(0.3);
const bad = noisy(5);

describe("scoreBlock", () => {
  it("gives ρ with the standard error of core, on the same resamples for every method", () => {
    const [score] = scoreBlock([good, bad], options);
    const estimates = good.map(({ estimate }) => estimate as number);
    expect(score?.rho.value).toBe(spearman(estimates, truth));
    expect(score?.rho.standardError).toBe(bootstrapSpearmanStandardError(estimates, truth, options));
  });

  it("leaves out pairs without an estimate, counts them, and never scores them as zero", () => {
    const holes = good.map((pair, i) => (i % 4 === 0 ? { ...pair, estimate: undefined } : pair));
    const [score] = scoreBlock([holes], options);
    const kept = good.filter((_, i) => i % 4 !== 0);
    expect(score).toMatchObject({ scored: 150, pairs: 200 });
    expect(score?.rho.value).toBe(
      spearman(
        kept.map((p) => p.estimate as number),
        kept.map((p) => p.truth),
      ),
    );
  });

  it("marks the best where its lead is resolved", () => {
    const marks = scoreBlock([bad, good, bad], options).map(({ rho }) => rho.mark);
    expect(marks).toEqual([undefined, "best", undefined]);
  });

  it("marks the best and those not told apart from it as tied, and not those that are", () => {
    const twin = good.map((pair, i) => (i === 0 ? { ...pair, estimate: 0.01 } : pair));
    const marks = scoreBlock([good, bad, twin], options).map(({ rho }) => rho.mark);
    expect(marks).toEqual(["tied", undefined, "tied"]);
  });

  it("does not mark an only method, nor one whose estimates do not vary", () => {
    const constant = truth.map((value) => ({ truth: value, estimate: 1 }));
    expect(scoreBlock([good], options)[0]?.rho.mark).toBeUndefined();
    const [flat, only] = scoreBlock([constant, good], options);
    expect(flat?.rho).toEqual({ value: Number.NaN, standardError: Number.NaN });
    expect(only?.rho.mark).toBeUndefined();
  });

  it("lets a ceiling compete with nobody, but scores it", () => {
    const scores = scoreBlock([bad, good, truth.map((value) => ({ truth: value, estimate: value }))], {
      ...options,
      ceilings: new Set([2]),
    });
    expect(scores.map(({ rho }) => rho.mark)).toEqual([undefined, "best", undefined]);
    expect(scores[2]?.rho.value).toBeCloseTo(1, 12);
  });

  it("has no standard error for fewer than three pairs", () => {
    expect(scoreBlock([good.slice(0, 2)], options)[0]?.rho.standardError).toBeNaN();
  });
});
