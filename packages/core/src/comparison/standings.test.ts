import { describe, expect, it, test } from "vitest";
import { nullRates } from "../correlation/null-tables.test.support.ts";
import { standings } from "./standings.ts";

describe("standings", () => {
  /** The p-values of the pairs, in the order 0–1, 0–2, …, 1–2, … */
  const given = (...ps: number[]) => {
    const left = [...ps];
    return () => left.shift() ?? Number.NaN;
  };

  it("is best where every difference to it is resolved, whatever the others' are", () => {
    expect(standings([0.1, 0.9, 0.2], given(0.001, 0.9, 0.001))).toEqual([
      undefined,
      "best",
      undefined,
    ]);
  });

  it("ties the highest with what it is not told apart from, and with nothing else", () => {
    expect(standings([0.8, 0.9, 0.2], given(0.3, 0.001, 0.001))).toEqual([
      "tied",
      "tied",
      undefined,
    ]);
  });

  it("corrects over the pairs of all methods, not those of the highest alone", () => {
    // Of its own two differences alone .02 would be resolved: .02 × 2 < .05.
    expect(standings([0.9, 0.8, 0.7], given(0.02, 0.02, 0.02))).toEqual(["tied", "tied", "tied"]);
    expect(standings([0.9, 0.8, 0.7], given(0.016, 0.016, 0.016))).toEqual([
      "best",
      undefined,
      undefined,
    ]);
  });

  it("ties equal values, and takes a difference without p for one that is not resolved", () => {
    expect(standings([0.9, 0.9], given(1))).toEqual(["tied", "tied"]);
    expect(standings([0.9, 0.1], given(Number.NaN))).toEqual(["tied", "tied"]);
  });

  it("gives nothing that is not above chance a standing, though others have to be told apart from it", () => {
    const aboveChance = (method: number) => method !== 1;
    expect(standings([0.9, 0.1], given(0.001), { aboveChance })).toEqual(["best", undefined]);
    expect(standings([0.2, 0.1], given(0.6), { aboveChance })).toEqual(["tied", undefined]);
    expect(standings([-0.3, -0.1], given(0.001), { aboveChance: () => false })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("says nothing of NaN, of an only method, and of none", () => {
    expect(standings([Number.NaN, 0.9, 0.1], given(0.001))).toEqual([undefined, "best", undefined]);
    expect(standings([0.9, Number.NaN], given())).toEqual([undefined, undefined]);
    expect(standings([], given())).toEqual([]);
  });
});

describe("of equal methods, simulated, one is put below the highest in at most 5 % of tables", () => {
  test("three methods, 60 tables", () => {
    const { all, own } = nullRates({
      methods: 3,
      pairs: 100,
      ties: true,
      tables: 60,
      replicates: 1000,
    });
    expect(all).toBeLessThanOrEqual(0.05);
    expect(own).toBeGreaterThanOrEqual(all);
  });

  const sizes = [2, 3, 5, 10, 11, 20, 40];

  test.each(sizes.flatMap((methods) => [false, true].map((ties) => ({ methods, ties }))))(
    "$methods methods, ties: $ties",
    { tags: "full" },
    ({ methods, ties }) => {
      const tables = methods > 10 ? 200 : 400;
      const { all } = nullRates({ methods, ties, pairs: 100, tables, replicates: 2000 });
      expect(all).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / tables));
    },
  );
});
