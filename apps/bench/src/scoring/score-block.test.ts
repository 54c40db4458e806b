import { spearman } from "@promptnce/core/correlation";
import { bootstrapSpearmanStandardError } from "@promptnce/core/resampling";
import { RESAMPLING } from "@promptnce/core/scorecard";
import { normal, random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { blockScores } from "./score-block.ts";
import { blockOf, scoreBlock, type TestPair } from "./scored-block.test.support.ts";

const source = random("score-block");
const truth = Array.from({ length: 200 }, () => normal(source));
const noisy = (spread: number): TestPair[] =>
  truth.map((value) => ({ truth: value, estimate: value + spread * normal(source) }));
const good = noisy(0.3);
const bad = noisy(5);

describe("scoreBlock", () => {
  it("gives ρ with core's standard error, on the same resamples for every method", () => {
    const [score] = scoreBlock([good, bad]);
    const estimates = good.map(({ estimate }) => estimate as number);
    expect(score?.rho.value).toBe(spearman(estimates, truth));
    expect(score?.rho.standardError).toBe(
      bootstrapSpearmanStandardError(estimates, truth, RESAMPLING),
    );
  });

  it("has no scores for a block without methods", () => {
    expect(scoreBlock([])).toEqual([]);
  });

  it("leaves out and counts pairs without an estimate, and never scores them as zero", () => {
    const holes = good.map((pair, i) => (i % 4 === 0 ? { ...pair, estimate: undefined } : pair));
    const [score] = scoreBlock([holes]);
    const kept = good.filter((_, i) => i % 4 !== 0);
    expect(score).toMatchObject({ scored: 150 });
    expect(score?.rho.value).toBe(
      spearman(
        kept.map((p) => p.estimate as number),
        kept.map((p) => p.truth),
      ),
    );
  });

  it("marks the best method if its lead is resolved", () => {
    const marks = scoreBlock([bad, good, bad]).map(({ rho }) => rho.mark);
    expect(marks).toEqual([undefined, "best", undefined]);
  });

  it("marks the best and those not distinguishable from it as tied, and no others", () => {
    const twin = good.map((pair, i) => (i === 0 ? { ...pair, estimate: 0.01 } : pair));
    const marks = scoreBlock([good, bad, twin]).map(({ rho }) => rho.mark);
    expect(marks).toEqual(["tied", undefined, "tied"]);
  });

  it.each([2, 10, 11, 20, 40])("marks the best of %i methods if the others are noise", (rows) => {
    const perfect = truth.map((value) => ({ truth: value, estimate: value }));
    const others = Array.from({ length: rows - 1 }, () => noisy(100));
    const marks = scoreBlock([...others, perfect]).map(({ rho }) => rho.mark);
    expect(marks).toEqual([...others.map(() => undefined), "best"]);
  });

  it.each([2, 10, 11, 20, 40])("marks the best of %i equally good methods as tied", (rows) => {
    const alike = Array.from({ length: rows }, () => noisy(1));
    const marks = scoreBlock(alike).map(({ rho }) => rho.mark);
    expect(marks).toEqual(alike.map(() => "tied"));
  });

  describe("a ρ whose 95 % interval is not above 0", () => {
    const reversed = good.map((pair) => ({ ...pair, estimate: -pair.estimate! }));
    const worse = truth.map((value) => ({ truth: value, estimate: -value }));
    const blind = noisy(1e6);

    it("gets no mark, although it is the highest and its lead is resolved", () => {
      const [first, second] = scoreBlock([reversed, worse]);
      expect(first!.rho.value).toBeGreaterThan(second!.rho.value);
      expect([first!.rho.mark, second!.rho.mark]).toEqual([undefined, undefined]);
    });

    it("leaves a block without marks if no method is above 0", () => {
      const marks = scoreBlock([blind, noisy(1e6), noisy(1e6)]).map(({ rho }) => rho.mark);
      expect(marks).toEqual([undefined, undefined, undefined]);
    });

    it("keeps a method that is not distinguishable from it from being best", () => {
      const [high, low] = scoreBlock([noisy(3), noisy(30)]);
      expect(high!.rho.value).toBeGreaterThan(2 * high!.rho.standardError!);
      expect(low!.rho.value).toBeLessThan(1.96 * low!.rho.standardError!);
      expect([high!.rho.mark, low!.rho.mark]).toEqual(["tied", undefined]);
    });
  });

  it("leaves a single method unmarked, and one whose estimates do not vary", () => {
    const constant = truth.map((value) => ({ truth: value, estimate: 1 }));
    expect(scoreBlock([good])[0]?.rho.mark).toBeUndefined();
    const [flat, only] = scoreBlock([constant, good]);
    expect(flat?.rho).toEqual({ value: Number.NaN, standardError: Number.NaN });
    expect(only?.rho.mark).toBeUndefined();
  });

  it("scores a ceiling, but does not compare it with others", () => {
    const scores = scoreBlock(
      [bad, good, truth.map((value) => ({ truth: value, estimate: value }))],
      { ceilings: new Set([2]) },
    );
    expect(scores.map(({ rho }) => rho.mark)).toEqual([undefined, "best", undefined]);
    expect(scores[2]?.rho.value).toBeCloseTo(1, 12);
  });

  const only = (share: number): TestPair[] =>
    good.map((pair, i) => (i < share * 200 ? pair : { ...pair, estimate: undefined }));

  it.each([
    { what: "29 pairs", columns: [good.slice(0, 29), bad.slice(0, 29)], row: 0 },
    { what: "79 % of them", columns: [bad, only(0.79)], row: 1 },
  ])("has ρ ±, but neither mark nor difference, of $what", ({ columns, row }) => {
    const score = scoreBlock(columns, { baselineOf: columns.map(() => 1 - row) })[row];
    const scored = columns[row]!.filter(({ estimate }) => estimate !== undefined);
    const estimates = scored.map(({ estimate }) => estimate as number);
    const truths = scored.map((pair) => pair.truth);
    expect(score?.rho).toEqual({
      value: spearman(estimates, truths),
      standardError: bootstrapSpearmanStandardError(estimates, truths, RESAMPLING),
    });
    expect(score).toMatchObject({ hasEnough: false });
    expect(score?.over).toBeUndefined();
  });

  it("has controls and slopes ± of few pairs too, but no verdict by them", () => {
    const few = good.slice(0, 20).map((pair, i) => {
      const [truth, estimate] = [pair.truth, pair.estimate!].map((value) => 1 / (1 + value ** 2));
      const named = { x: `${i % 4}`, label: `${Math.floor(i / 4)}`, marginal: (1 + (i % 7)) / 10 };
      return { ...named, truth: truth!, estimate: estimate! };
    });
    const block = { ...blockOf([few, few], { baselineOf: [1, 1] }), withSlopes: true };
    const [score] = blockScores([block])[0]!;
    const measured = { value: expect.any(Number), standardError: expect.any(Number) };
    expect(score).toMatchObject({
      hasEnough: false,
      beyond: measured,
      within: measured,
      blindToY: measured,
      beyondBoth: measured,
      slopes: [measured, measured],
    });
    expect(Object.keys(score!)).not.toContain("over");
    expect(Object.keys(score!)).not.toContain("isBeyondBoth");
    const [ofFour] = blockScores([{ ...blockOf([few.slice(0, 4)]), withSlopes: true }])[0]!;
    expect(ofFour!.slopes!.map(({ standardError }) => standardError)).toEqual([NaN, NaN]);
  });

  it("has ρ from three pairs and ± from five, as core's scorecard does", () => {
    const rhoOf = (pairs: number) => scoreBlock([bad.slice(0, pairs)])[0]!.rho;
    expect([2, 3, 4, 5].map((pairs) => Number.isNaN(rhoOf(pairs).value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([4, 5].map((pairs) => Number.isNaN(rhoOf(pairs).standardError))).toEqual([true, false]);
  });

  it("marks and compares from 30 pairs and 80 % of all", () => {
    expect(scoreBlock([good.slice(0, 30), bad.slice(0, 30)])[0]).toMatchObject({
      rho: { mark: "best" },
      hasEnough: true,
    });
    expect(scoreBlock([only(0.8), bad], { baselineOf: [1, 1] })[0]).toMatchObject({
      rho: { mark: "best" },
      over: { standardError: expect.any(Number) as number },
    });
  });

  it("marks by the pairs that all methods have scored, so that none leads by leaving out hard ones", () => {
    const spoilt = good.map((pair, i) => (i < 40 ? { ...pair, estimate: -pair.truth } : pair));
    const leftOut = spoilt.map((pair, i) => (i < 40 ? { ...pair, estimate: undefined } : pair));
    const [all, some] = scoreBlock([spoilt, leftOut], { baselineOf: [-1, 0] });
    expect(some!.rho.value).toBeGreaterThan(all!.rho.value + 0.1);
    expect([all!.rho.mark, some!.rho.mark]).toEqual(["tied", "tied"]);
    expect(some!.over).toEqual({ value: 0, standardError: 0 });
  });

  it("does not mark a method with one constant per label, however well it ranks", () => {
    const labels = Array.from({ length: 200 }, (_, i) => ({
      label: `${i % 3}`,
      marginal: [0.2, 0.3, 0.5][i % 3]!,
    }));
    const lucky = [1, 3, 2];
    const withBase = (estimate: (i: number) => number): TestPair[] =>
      truth.map((value, i) => {
        const { label, marginal } = labels[i]!;
        const levels = { x: 0, label: lucky[i % 3]! };
        const of = { label, marginal, levels, labelsOfX: 1 };
        return { truth: value + lucky[i % 3]!, estimate: estimate(i), ...of };
      });
    const block = [withBase((i) => -Math.log(labels[i]!.marginal)), withBase((i) => lucky[i % 3]!)];
    const [baseline, luckily] = scoreBlock(block, { baselineOf: [0, 0] });
    expect(luckily!.over!.value).toBeGreaterThan(3 * luckily!.over!.standardError!);
    expect(luckily).toMatchObject({ isBeyondBoth: false, beyondBoth: { by: "levels" } });
    expect([baseline!.rho.mark, luckily!.rho.mark]).toEqual([undefined, undefined]);
  });

  it("gives ρ beyond the base rate and within labels", () => {
    const labels = Array.from({ length: 200 }, (_, i) => ({
      label: `${i % 5}`,
      marginal: 0.05 * ((i % 5) + 1),
    }));
    const shared = truth.map((value, i) => value - 10 * Math.log(labels[i]!.marginal));
    const withBase = (estimate: (i: number) => number): TestPair[] =>
      shared.map((value, i) => ({ truth: value, estimate: estimate(i), ...labels[i]! }));
    const noise = bad.map(({ estimate }) => estimate!);
    const [baseline, informed, noisily] = scoreBlock(
      [
        withBase((i) => -Math.log(labels[i]!.marginal)),
        withBase((i) => good[i]!.estimate! - 10 * Math.log(labels[i]!.marginal)),
        withBase((i) => noise[i]! - 100 * Math.log(labels[i]!.marginal)),
      ],
      { baselineOf: [0, 0, 0] },
    );
    expect(baseline!.rho.value).toBeGreaterThan(0.9);
    expect([baseline!.beyond!.value, baseline!.within!.value, baseline!.over]).toEqual([
      Number.NaN,
      Number.NaN,
      undefined,
    ]);
    expect(informed!.within!.value).toBeGreaterThan(0.9);
    expect(informed!.over!.value).toBeGreaterThan(3 * informed!.over!.standardError!);
    expect(Math.abs(noisily!.within!.value)).toBeLessThan(0.4);
    expect(noisily!.within!.standardError).toBeCloseTo(0.07, 1);
  });
});
