import { areShown } from "@promptnce/core/repeats";
import { bootstrap, resampledSpearman, standardError } from "@promptnce/core/resampling";
import { RESAMPLING } from "@promptnce/core/scorecard";
import { normal, random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { numbered, scoreBlock, type TestPair } from "./scored-block.test.support.ts";

const source = random("beyond-both");
/** The two numbers are coprime, so that every x is paired with every label once. */
const [xs, labels] = [49, 4];
const draws = (count: number) => Array.from({ length: count }, () => normal(source));
const [ofX, ofLabel, ofPair] = [draws(xs), draws(labels), draws(xs * labels)];
const places = ofPair.map((_, i) => ({ i, x: i % xs, label: i % labels }));
const truthOf = ({ i, x, label }: (typeof places)[number]) =>
  2 * ofX[x]! + 2 * ofLabel[label]! + ofPair[i]!;

/** The estimate for every pair of an x and a label. */
const column = (estimate: (place: (typeof places)[number]) => number): TestPair[] =>
  places.map((place) => {
    const truth = truthOf(place);
    const levels = { x: ofX[place.x]!, label: ofLabel[place.label]! };
    const [x, label] = [numbered(place.x), `label ${place.label}`];
    return { truth, estimate: estimate(place), x, label, levels, labelsOfX: labels };
  });

const truthful = column(truthOf);
const noisy = column((place) => truthOf(place) + 2 * normal(source));
const blindToX = column(({ label }) => ofLabel[label]! + 1e-3 * normal(source));
const blindToY = column(({ x }) => 3 * ofX[x]! + 1e-3 * normal(source));

describe("pairs whose x and labels repeat", () => {
  const scores = scoreBlock([blindToX, blindToY, noisy]);

  it("give no mark to a method blind to x or to y, even if its ρ is resolved above 0", () => {
    for (const { rho } of scores) {
      expect(rho.value).toBeGreaterThan(3 * rho.standardError!);
    }
    const shown = scores.map(({ isBeyondBoth, beyondBoth }) => [isBeyondBoth, beyondBoth!.by]);
    expect(shown).toEqual([
      [false, "centred"],
      [false, "centred"],
      [true, "centred"],
    ]);
    expect(scores.slice(0, 2).map(({ rho }) => rho.mark)).toEqual([undefined, undefined]);
  });

  it("have a ± by whole x beside the one by pair", () => {
    const statistic = resampledSpearman(
      noisy.map(({ estimate }) => estimate!),
      noisy.map(({ truth }) => truth),
    );
    const clusters = places.map(({ x }) => x);
    const options = { ...RESAMPLING, clusters };
    const [replicates] = bootstrap([statistic], noisy.length, options);
    expect(scores[2]!.byUnit).toBe(standardError(replicates!));
    expect(scores[2]!.rho.standardError).not.toBe(scores[2]!.byUnit);
  });

  it("show the ρ of each x's mean estimate, which is the full ρ of a method blind to y", () => {
    const [, blind] = scores;
    expect(blind!.blindToY!.value).toBeCloseTo(blind!.rho.value, 1);
    const [seeing] = scoreBlock([truthful]);
    expect(seeing!.blindToY!.value).toBeLessThan(0.9);
  });

  it("give a truthful method its mark, whatever it is compared with", () => {
    const marks = scoreBlock([blindToX, blindToY, noisy, truthful]);
    expect(marks.map(({ rho }) => rho.mark)).toEqual([undefined, undefined, undefined, "best"]);
  });

  it("give no mark to a method that ranks below a blind one", () => {
    const poor = column((place) => ofPair[place.i]! + 6 * normal(source));
    const [blind, low] = scoreBlock([blindToY, poor]);
    expect(blind!.rho.value).toBeGreaterThan(low!.rho.value + 0.2);
    expect([blind!.rho.mark, low!.rho.mark]).toEqual([undefined, undefined]);
  });
});

describe("an estimate that a block judges", () => {
  const judged = (value: number) => ({
    by: "levels" as const,
    value,
    standardError: 0.04,
    units: 487,
  });

  it("is shown by itself where it is shown among others: p ≤ .001, whoever else is there", () => {
    // MarginalNCE on Words: .10 ± .04, which Holm's .025 let pass among few.
    const [poor, good] = [judged(0.1), judged(0.15)];
    expect(areShown([poor])).toEqual([false]);
    expect(areShown([good])).toEqual([true]);
    expect(areShown([poor, good, judged(0.5)])).toEqual([false, true, true]);
  });

  it("of more than 25 is above chance together with them too", () => {
    const many = Array.from({ length: 60 }, () => judged(0.13));
    expect(areShown(many.slice(0, 25))).toEqual(many.slice(0, 25).map(() => true));
    expect(areShown(many)).toEqual(many.map(() => false));
  });
});

describe("pairs whose x occur once", () => {
  const alone = (of: readonly TestPair[]) =>
    of.filter((_, i) => i < xs).map((pair) => ({ ...pair }));

  it("use the levels of x and y in the whole dataset", () => {
    const scores = scoreBlock([blindToX, blindToY, truthful].map(alone));
    expect(scores.map(({ beyondBoth }) => beyondBoth!.by)).toEqual(["levels", "levels", "levels"]);
    expect(scores.map(({ isBeyondBoth }) => isBeyondBoth)).toEqual([false, false, true]);
    expect(scores.map(({ byUnit, blindToY: blind }) => [byUnit, blind])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});
