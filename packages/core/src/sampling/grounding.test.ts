import { describe, expect, it } from "vitest";
import { drawContextGrounding, drawGrounding } from "./grounding.ts";

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

  it("draws y by P(y|x): what most people answer is shown about as often as they answer it", () => {
    const cues = Array.from({ length: 40 }, (_, i) => ({ cue: `cue ${i}` }));
    const shares = [0.7, 0.2, 0.1];
    const answered = cues.flatMap((x) =>
      shares.map((conditional, y) => ({ id: `${x.cue}→${y}`, x, y: `${y}`, conditional })),
    );
    const shown = Array.from(
      { length: 500 },
      (_, seed) => drawGrounding(answered, labels, seed).examples,
    );
    const commonest = shown.flat().filter(({ y }) => y === "0").length / 2000;
    expect(Math.abs(commonest - 0.7)).toBeLessThan(4 * Math.sqrt((0.7 * 0.3) / 2000));
  });

  it("shows of each input, where several responses are asked for, the commonest that are outside", () => {
    const x = { cue: "SHOVE" };
    const shares = { PUSH: 0.5, PULL: 0.1, HIT: 0.1, SNOW: 0.2 };
    const shove = Object.entries(shares).map(([y, conditional]) => ({ id: y, x, y, conditional }));
    const others = ["A", "B", "C"].map((cue) => ({ id: cue, x: { cue }, y: cue, conditional: 1 }));
    const { examples } = drawGrounding([...shove, ...others], labels, 1, 3);
    // Of two that are equally common the first by id.
    expect(examples.find((example) => example.x === x)?.responses).toEqual(["PUSH", "SNOW", "HIT"]);
    expect(examples.find(({ y }) => y === "A")?.responses).toEqual(["A"]);
    const one = drawGrounding([...shove, ...others], labels, 1);
    expect(examples.map(({ x: shown, y }) => ({ x: shown, y }))).toEqual(one.examples);
  });

  it("takes each pair without a P(y|x) for one answer, so that it is drawn as often as it is there", () => {
    const once = outside.map((pair) => ({ ...pair, conditional: 1 }));
    expect(drawGrounding(outside, labels, 1)).toEqual(drawGrounding(once, labels, 1));
  });

  it("refuses when fewer than four inputs are left", () => {
    const same = outside.filter((pair) => pair.x["comment"] === "comment 0");
    expect(() => drawGrounding(same, labels, 1)).toThrow("only 1 are outside");
  });
});

describe("drawContextGrounding", () => {
  it("is that of its pairs and labels where four different inputs are outside", () => {
    expect(drawContextGrounding(outside, labels, 1, 3)).toEqual(
      drawGrounding(outside, labels, 1, 3),
    );
  });

  it("shows labels alone where there are fewer", () => {
    const { examples, labels: shown } = drawContextGrounding(outside.slice(0, 3), labels, 1);
    expect(examples).toEqual([]);
    expect(shown).toEqual(drawGrounding(outside, labels, 1).labels);
  });
});
