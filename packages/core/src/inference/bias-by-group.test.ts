import { describe, expect, it } from "vitest";
import { random } from "../sampling/random.ts";
import { biasByGroup } from "./bias-by-group.ts";

const topics = Array.from({ length: 60 }, (_, row) => (row % 3 === 0 ? "long" : "short"));

describe("the bias of a judge by group", () => {
  it("is each group's mean error, and is far apart where errors depend on the group", () => {
    const errors = topics.map((topic, row) => (topic === "long" ? 0.5 : 0) + (row % 2) / 10);
    const { groups, p } = biasByGroup({ errors, groups: topics }, 1);
    expect(groups.map(({ key, rows }) => [key, rows])).toEqual([
      ["long", 20],
      ["short", 40],
    ]);
    expect(groups[0]!.bias - groups[1]!.bias).toBeCloseTo(0.5, 12);
    expect(p).toBe(1 / 2001);
  });

  it("is shown by p ≤ .05 in about 5 % of columns that know nothing", () => {
    const source = random("null columns");
    const shown = Array.from({ length: 40 }, (_, draw) => {
      const errors = topics.map(() => source.below(3) - 1);
      return biasByGroup({ errors, groups: topics }, draw).p <= 0.05;
    });
    // More than 6 of 40 are found once in 300 times.
    expect(shown.filter(Boolean).length).toBeLessThanOrEqual(6);
  });

  it("shuffles whole clusters where each lies in one group: ten rows of one are one", () => {
    const clusters = topics.map((_, row) => Math.floor(row / 10));
    const groups = clusters.map((cluster) => (cluster < 3 ? "a" : "b"));
    const errors = groups.map((group) => (group === "a" ? 1 : 0));
    // Of the 20 ways to draw three of six clusters, 2 set the groups as far apart.
    expect(biasByGroup({ errors, groups, clusters }, 1).p).toBeCloseTo(0.1, 1);
    expect(biasByGroup({ errors, groups }, 1).p).toBe(1 / 2001);
  });

  it("shuffles within clusters that hold several groups, so that their own levels tell nothing", () => {
    const clusters = topics.map((_, row) => row % 2);
    const errors = clusters.map((cluster) => cluster);
    const groups = topics.map((_, row) => (row % 4 === 1 || row === 0 ? "a" : "b"));
    expect(biasByGroup({ errors, groups, clusters }, 1).p).toBe(1);
  });

  it("counts rows by their weight", () => {
    const { groups } = biasByGroup({ errors: [1, 0, 2], groups: [1, 1, 2], weights: [3, 1, 1] }, 1);
    expect(groups.map(({ bias }) => bias)).toEqual([0.75, 2]);
  });

  it("has a p of 1 for a single group, and refuses columns of unequal length", () => {
    expect(biasByGroup({ errors: [1, 2], groups: ["a", "a"] }, 1).p).toBe(1);
    expect(() => biasByGroup({ errors: [1, 2], groups: ["a"] }, 1)).toThrow(RangeError);
    expect(() => biasByGroup({ errors: [1], groups: ["a"], weights: [] }, 1)).toThrow(RangeError);
  });
});
