import { describe, expect, it } from "vitest";
import { mixtureWorld, mutualInformation } from "./synthetic-world.ts";

const background = new Map([
  ["A", 0.5],
  ["B", 0.25],
  ["constructor", 0.25],
]);
const cues = [
  { x: { cue: "p" }, assoc: new Map([["A", 1]]) },
  { x: { cue: "q" }, assoc: new Map([["B", 1]]) },
];

describe("mixtureWorld", () => {
  const world = mixtureWorld({ task: "words", epsilon: 0.5, background, cues });

  it("mixes association and background as the formula says", () => {
    expect(world.conditional({ cue: "p" }, "A")).toBe(0.5 * 1 + 0.5 * 0.5);
    expect(world.conditional({ cue: "p" }, "B")).toBe(0.5 * 0.25);
    expect(world.conditional({ cue: "q" }, "constructor")).toBe(0.5 * 0.25);
    expect(world.marginal.get("A")).toBe((0.75 + 0.25) / 2);
  });

  it("observes the associated pairs alone", () => {
    expect(world.observations.map(({ id }) => id)).toEqual(["0/A", "1/B"]);
    expect(world.observations[0]?.pmi).toBeCloseTo(Math.log(0.75 / 0.5), 15);
  });

  it("knows nothing of an input or a label outside it", () => {
    expect(() => world.conditional({ cue: "r" }, "A")).toThrow("synthetic-words has no input");
    expect(world.conditional({ cue: "p" }, "toString")).toBe(0);
  });
});

describe("mutualInformation", () => {
  it("is zero where no input calls anything to mind", () => {
    const flat = mixtureWorld({ task: "words", epsilon: 1, background, cues });
    expect(mutualInformation(flat)).toBeCloseTo(0, 15);
  });

  it("is the mean PMI under the joint distribution, in nats", () => {
    const world = mixtureWorld({ task: "words", epsilon: 0.5, background, cues });
    const p = 0.75 * Math.log(0.75 / 0.5) + 0.125 * Math.log(0.125 / 0.375);
    const q = 0.25 * Math.log(0.25 / 0.5) + 0.625 * Math.log(0.625 / 0.375);
    expect(mutualInformation(world)).toBeCloseTo((p + q) / 2, 15);
  });
});
