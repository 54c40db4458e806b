import { describe, expect, it } from "vitest";
import { compareText, type ComparisonText } from "./compare-text.ts";
import type { Measure } from "@promptnce/rows/compare";

const rho: Measure = {
  name: "rho",
  pairs: 40,
  inputs: 20,
  a: 0.7,
  b: 0.5,
  intervalA: { low: 0.5, high: 0.9 },
  intervalB: { low: 0.3, high: 0.7 },
  value: 0.2,
  low: 0.05,
  high: 0.35,
  p: 0.01,
};
const leftOut = { alone: [], unmatched: 0, unestimated: 0, shown: 0, repeated: 0, disputed: 0 };

function text(measures: readonly Measure[], more: Partial<ComparisonText> = {}): string {
  return compareText({
    a: "a.csv",
    b: "b.csv",
    quantity: "pmi",
    simulated: false,
    groups: [{ name: "promptnce", measures }],
    leftOut,
    notes: [],
    ...more,
  });
}

describe("a comparison as text", () => {
  it("says which run is which, and marks simulated ones", () => {
    expect(text([rho])).toMatch(/^A = a\.csv\nB = b\.csv\n\n\|/);
    expect(text([rho])).not.toContain("Simulated");
    expect(text([rho], { simulated: true })).toContain("\n\nSimulated: at least one of the runs");
  });

  it("never shows NaN, Infinity or undefined", () => {
    for (const none of [NaN, Infinity, -Infinity, undefined as never]) {
      for (const lacks of ["a", "b", "value", "low", "high", "p"] as const) {
        expect(text([{ ...rho, [lacks]: none }])).not.toMatch(/NaN|Infinity|undefined/);
      }
    }
  });

  it("has one row per measure with its interval and p", () => {
    const [row] = text([rho])
      .split("\n")
      .filter((line) => line.startsWith("| promptnce"));
    expect(
      row
        ?.split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    ).toEqual([
      "promptnce",
      "ρ with people's PMI",
      "40",
      "20",
      "0.700",
      "0.500",
      "0.200",
      "0.050",
      "0.350",
      "0.0100",
    ]);
  });

  it.each([
    ["the better ρ", rho, "A is better."],
    ["the worse ρ", { ...rho, value: -0.2, low: -0.35, high: -0.05 }, "A is worse."],
    [
      "the smaller error",
      { ...rho, name: "error", value: -0.2, low: -0.3, high: -0.1 },
      "A is better.",
    ],
    ["the larger error", { ...rho, name: "error" }, "A is worse."],
    ["the higher mean", { ...rho, name: "shift" }, "A estimates higher."],
    [
      "the lower mean",
      { ...rho, name: "shift", value: -0.2, low: -0.3, high: -0.1 },
      "A estimates lower.",
    ],
    [
      "no difference",
      { ...rho, low: -0.01 },
      "includes zero: these pairs do not tell the two apart.",
    ],
    [
      "no difference, zero being the end of the interval",
      { ...rho, low: 0 },
      "these pairs do not tell the two apart.",
    ],
  ] as const)("says whose is %s", (_, measure, sentence) => {
    expect(text(measure.name === "error" ? [rho, measure] : [measure])).toContain(sentence);
  });

  describe("a run whose ρ may be 0", () => {
    const none = { low: -0.4, high: 0.1 };
    const better = { ...rho, a: -0.2, b: -0.4, intervalA: none, intervalB: none };
    const worse = { ...better, a: -0.4, b: -0.2, value: -0.2, low: -0.35, high: -0.05 };
    const error = { ...rho, name: "error", value: -0.2, low: -0.3, high: -0.1 } as const;

    it.each([
      ["A has the higher ρ, which may be 0", [better]],
      ["B has the higher ρ, which may be 0", [worse]],
      ["A has the smaller error, and its ρ may be 0", [better, error]],
    ])("says only that %s", (sentence, all) => {
      expect(text(all)).toContain(sentence);
      expect(text(all)).toContain("so nothing shows that ");
      expect(text(all)).not.toMatch(/better|worse/);
    });
  });

  it("shows a p too small for four digits as a bound", () => {
    expect(text([{ ...rho, p: 3e-9 }])).toContain("| below 0.0001 |");
  });

  it("gives the agreement of two runs without a verdict", () => {
    const { a: _, b: __, p: ___, ...both } = rho;
    const said = text([{ ...both, name: "agreement" }]);
    expect(said).toContain("ρ of A's with B's PMI is 0.200; the 95 % interval, 0.050 to 0.350.");
    expect(said).not.toMatch(/better|worse|higher|lower/);
  });

  it("has a dash and a reason for a missing value, interval or measure", () => {
    const none = { ...rho, value: Number.NaN, low: Number.NaN, high: Number.NaN, p: Number.NaN };
    expect(text([none])).toContain(
      "has no value, because the estimates of a run, or people's answers, do not vary.",
    );
    expect(text([none])).not.toContain("NaN");
    const single = text([{ ...rho, low: Number.NaN, high: Number.NaN, p: Number.NaN }]);
    expect(single).toContain("there is no interval, which needs two different inputs.");
    expect(single).not.toContain("NaN");
    expect(text([])).toContain(
      "promptnce: fewer than three pairs are in both runs, too few to compare.",
    );
  });

  it("names P(y|x) if that is compared, and shows names from data as text", () => {
    const said = text([rho], {
      quantity: "conditional",
      groups: [{ name: "a|b\nc", measures: [rho] }],
    });
    expect(said).toContain(String.raw`| a\|b c | ρ with people's P(y\|x) |`);
  });

  it("writes no minus before a zero", () => {
    expect(text([{ ...rho, value: -0.0001 }])).toContain("A − B = 0.000;");
  });
});
