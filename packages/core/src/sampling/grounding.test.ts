import { describe, expect, it } from "vitest";
import { drawGrounding } from "./grounding.ts";

const labels = Array.from({ length: 28 }, (_, i) => `label ${i}`);
const outside = Array.from({ length: 60 }, (_, i) => ({
  id: `${i}`,
  x: { comment: `comment ${i % 20}` },
  y: `label ${i % 28}`,
}));

describe("drawGrounding", () => {
  it("shows four pairs with distinct inputs, all from outside the evaluation set", () => {
    const { examples } = drawGrounding(outside, labels, 1);
    expect(new Set(examples.map((example) => example.x["comment"])).size).toBe(4);
    for (const { x, y } of examples) {
      expect(outside.some((pair) => pair.x === x && pair.y === y)).toBe(true);
    }
  });

  it("names eight distinct labels, or all three where there are three", () => {
    expect(new Set(drawGrounding(outside, labels, 1).labels).size).toBe(8);
    expect(drawGrounding(outside, ["e", "n", "c"], 1).labels.toSorted()).toEqual(["c", "e", "n"]);
  });

  it("is fixed by the seed", () => {
    expect(drawGrounding(outside, labels, 3)).toEqual(drawGrounding(outside, labels, 3));
    expect(drawGrounding(outside, labels, 3)).not.toEqual(drawGrounding(outside, labels, 4));
  });

  it("keeps what it shows when other pairs move to the evaluation set", () => {
    const shown = drawGrounding(outside, labels, 1);
    const kept = new Set(shown.examples.map((example) => example.x));
    const fewer = outside.filter((pair, i) => kept.has(pair.x) || i % 2 === 0);
    expect(drawGrounding(fewer, labels, 1)).toEqual(shown);
    expect(drawGrounding(outside.toReversed(), labels, 1)).toEqual(shown);
  });

  it("refuses when fewer than four inputs are left", () => {
    const same = outside.filter((pair) => pair.x["comment"] === "comment 0");
    expect(() => drawGrounding(same, labels, 1)).toThrow("only 1 are outside");
  });
});
