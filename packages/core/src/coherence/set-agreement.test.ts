import { expect, it } from "vitest";
import { sameOfSets } from "./set-agreement.ts";

const open = { labels: ["a", "b"], masses: [0.2, 0.2], other: 0.6 };

it("two sets with OTHER are held against each other by the mass of the label itself", () => {
  expect(sameOfSets(open, { labels: ["c", "a"], masses: [0.1, 0.3], other: 0.6 }, "a")).toEqual([0.2, 0.3]);
});

it("an open and a closed set are, by the share of the labels that both have", () => {
  expect(sameOfSets(open, { labels: ["b", "a", "c"], masses: [0.1, 0.3, 0.6] }, "a")).toEqual([0.5, 0.3 / 0.4]);
});

it("sets tell nothing together where they share no other label, one lacks it, or gives both no mass", () => {
  expect(sameOfSets(open, { labels: ["a", "c"], masses: [0.3, 0.7] }, "a")).toBeUndefined();
  expect(sameOfSets(open, { labels: ["b", "c"], masses: [0.3, 0.7], other: 0 }, "a")).toBeUndefined();
  expect(sameOfSets(open, { labels: ["a", "b", "c"], masses: [0, 0, 1] }, "a")).toBeUndefined();
});
