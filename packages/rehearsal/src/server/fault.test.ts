import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { checkShares, drawFault, faultAt, type FaultShares } from "./fault.ts";

describe("drawFault", () => {
  it("draws each fault as often as was ordered", () => {
    const shares: FaultShares = { "429": 0.1, hang: 0.02, malformed: 0.05 };
    const source = random("faults");
    const counts = new Map<string | undefined, number>();
    const n = 50_000;
    for (let i = 0; i < n; i++) {
      const kind = drawFault(shares, source);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const shareOf = (kind: string | undefined) => (counts.get(kind) ?? 0) / n;
    expect(shareOf("429")).toBeCloseTo(0.1, 2);
    expect(shareOf("hang")).toBeCloseTo(0.02, 2);
    expect(shareOf("malformed")).toBeCloseTo(0.05, 2);
    expect(shareOf(undefined)).toBeCloseTo(0.83, 2);
    expect(counts.size).toBe(4);
  });

  it("always draws the one that has the whole share and never one that has none", () => {
    const source = random(1);
    for (let i = 0; i < 1000; i++) {
      expect(drawFault({ cut: 1 }, source)).toBe("cut");
      expect(drawFault({ cut: 0 }, source)).toBeUndefined();
    }
  });
});

it("draws the faults of a prompt apart from those of a request", () => {
  const shares: FaultShares = { poison: 1, cut: 0 };
  expect(drawFault(shares, random(1), "prompt")).toBe("poison");
  expect(drawFault(shares, random(1))).toBeUndefined();
  expect(drawFault({ cut: 1 }, random(1), "prompt")).toBeUndefined();
});

it("has a hiccup at first, a burst in the middle, and nothing between and behind", () => {
  const shares = { hiccup: 1.9, burst: 0.5 };
  const met = [0, 1.8, 1.9, 2.9, 3, 3.4, 3.5, 60].map((seconds) => faultAt(seconds, shares));
  expect(met).toEqual([
    "hiccup",
    "hiccup",
    undefined,
    undefined,
    "burst",
    "burst",
    undefined,
    undefined,
  ]);
  expect(faultAt(0, {})).toBeUndefined();
});

describe("checkShares", () => {
  it.each([
    [{ "430": 0.1 }, 'There is no fault "430": name any of 429, 500, 529, hang'],
    [{ toString: 0.1 }, 'There is no fault "toString"'],
    [{ cut: 1.5 }, "The share of the fault cut is 1.5: give a number from 0 to 1."],
    [{ cut: -0.1 }, "The share of the fault cut is -0.1"],
    [{ cut: Number.NaN }, "The share of the fault cut is NaN"],
    [{ cut: 0.6, hang: 0.6 }, "sum to 1.2: let them sum to 1 at most"],
    [{ hiccup: -1 }, "The time of the fault hiccup is -1: give seconds from 0"],
  ])("refuses %j", (shares, sentence) => {
    expect(() => checkShares(shares as FaultShares)).toThrow(sentence);
  });

  it("takes shares that sum to one but for rounding, and seconds beside them", () => {
    expect(() =>
      checkShares({ "429": 0.1, "529": 0.2, hang: 0.7, burst: 5, hiccup: 1.9 }),
    ).not.toThrow();
  });
});
