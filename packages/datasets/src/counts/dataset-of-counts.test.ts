import { expect, it } from "vitest";
import { datasetOfCounts } from "./dataset-of-counts.ts";

const pairs = [
  { x: { comment: "Yes!" }, y: "joy", count: 3 },
  { x: { comment: "Yes!" }, y: "fear", count: 1 },
  { x: { comment: "Oh." }, y: "joy", count: 4 },
  { x: { comment: "Oh." }, y: "none", count: 0 },
];

it("P(y|x), P(y) and PMI are those of the counts, unsmoothed; a label that nobody gave is one", () => {
  const moods = datasetOfCounts({ name: "moods", task: "emotions", pairs });
  expect(moods).toMatchObject({
    name: "moods",
    task: "emotions",
    simulated: false,
    labels: ["joy", "fear", "none"],
  });
  expect(
    moods.observations.map(({ y, conditional, marginal, raters }) => [
      y,
      conditional,
      marginal,
      raters,
    ]),
  ).toEqual([
    ["joy", 0.75, 0.875, 4],
    ["fear", 0.25, 0.125, 4],
    ["joy", 1, 0.875, 4],
  ]);
  expect(moods.observations[1]?.pmi).toBeCloseTo(Math.log(2), 12);
  expect(moods.conditional({ comment: "Oh." }, "fear")).toBe(0);
  expect(new Set(moods.observations.map(({ id }) => id)).size).toBe(3);
});

it("a pair that comes twice is counted twice", () => {
  const [first] = datasetOfCounts({ name: "m", pairs: [...pairs, pairs[0]!] }).observations;
  expect(first).toMatchObject({ y: "joy", responses: 6, raters: 7 });
});

it("its task is called as it is, and its labels are in the order named, if not said otherwise", () => {
  expect(datasetOfCounts({ name: "m", pairs, labels: ["none", "fear", "joy"] })).toMatchObject({
    task: "m",
    labels: ["none", "fear", "joy"],
  });
});

it.each([
  [{ pairs: [{ x: { comment: "a" }, y: "joy", count: Number.NaN }] }, "m: the count of joy is NaN"],
  [{ pairs, labels: ["joy"] }, 'm: "fear" is none of its labels'],
  [{ pairs: [] }, "m: no pair has a count above 0"],
])("wrong counts are told in one sentence: %#", (given, sentence) => {
  expect(() => datasetOfCounts({ name: "m", ...given })).toThrow(sentence);
});
