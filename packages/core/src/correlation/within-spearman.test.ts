import { describe, expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import { spearman } from "./correlation.ts";
import { golden, resamplesOf } from "./partial-correlation.test.support.ts";
import { resampledWithinSpearman } from "../resampling/resampled-spearman.ts";
import { withinSpearman } from "./within-spearman.ts";

test.each(golden.groups)(
  "of $name, as SciPy of ranks made by group",
  ({ x, y, groups, within }) => {
    expect(withinSpearman(x, y, groups)).toBeCloseTo(within, 12);
  },
);

test("what labels alone have in common is nothing: about zero, by 1 / √(n − groups)", () => {
  const source = random("null of within");
  const groups = Array.from({ length: 60 }, (_, i) => i % 6);
  const found = Array.from({ length: 2000 }, () => {
    const level = Array.from({ length: 6 }, () => 5 * normal(source));
    const [x, y] = [0, 1].map(() => groups.map((group) => level[group]! + normal(source))) as [
      number[],
      number[],
    ];
    return withinSpearman(x, y, groups);
  });
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  const square = found.reduce((sum, value) => sum + value ** 2, 0) / found.length;
  expect(Math.abs(mean)).toBeLessThan(0.012);
  expect(Math.sqrt(square) * Math.sqrt(60 - 6)).toBeCloseTo(1, 1);
});

describe("withinSpearman", () => {
  test("of one group is ρ", () => {
    const [x, y] = [
      [3, 1, 2, 2, 5],
      [1, 1, 4, 3, 5],
    ];
    expect(withinSpearman(x!, y!, ["a", "a", "a", "a", "a"])).toBeCloseTo(spearman(x!, y!), 14);
  });

  test("has no value where a column varies in no group, as a base rate does", () => {
    expect(withinSpearman([1, 1, 2, 2], [1, 2, 3, 4], ["a", "a", "b", "b"])).toBeNaN();
    expect(withinSpearman([1, 2, 3], [1, 2, 3], ["a", "b", "c"])).toBeNaN();
    expect(withinSpearman([], [], [])).toBeNaN();
  });

  test("counts a group that estimates do not tell apart against them", () => {
    const known = withinSpearman([1, 2, 3], [1, 2, 3], ["a", "a", "a"]);
    expect(
      withinSpearman([1, 2, 3, 5, 5, 5], [1, 2, 3, 1, 2, 3], ["a", "a", "a", "b", "b", "b"]),
    ).toBeLessThan(known);
  });

  test("takes no NaN, and one group an item", () => {
    expect(() => withinSpearman([1, Number.NaN], [1, 2], ["a", "a"])).toThrow(RangeError);
    expect(() => withinSpearman([1, 2], [1, 2], ["a"])).toThrow(RangeError);
  });

  test("of a resample is that of the items drawn, ties and all", () => {
    const { x, y, groups } = golden.groups[2]!;
    const statistic = resampledWithinSpearman(x, y, groups);
    for (const { counts, of } of resamplesOf(x.length)) {
      expect(statistic(counts)).toBeCloseTo(withinSpearman(of(x), of(y), of(groups)), 12);
    }
  });
});
