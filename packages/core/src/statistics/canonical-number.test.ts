import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spearman } from "./correlation.ts";
import { pmi } from "./pmi.ts";
import { pmiOfCounts } from "./pmi-of-counts.ts";
import { canonicalNumber } from "./canonical-number.ts";

describe("canonical numbers", () => {
  it("are equal where they differ by rounding alone", () => {
    const values = [0, Math.log(2 / 3) - Math.log(1 / 3), Math.log(1 / 2) - Math.log(1 / 4), 3];
    expect(values[1]).not.toBe(values[2]);
    const [zero, one, other, three] = canonicalNumber(values);
    expect(one).toBe(other);
    expect([zero, three]).toEqual([0, 3]);
  });

  it("stay as they are where they differ, on whatever scale", () => {
    const scale = fc.constantFrom(1e-9, 1, 1e9);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -1e6, max: 1e6 })), scale, (values, by) => {
        const scaled = values.map((value) => value * by);
        expect(canonicalNumber(scaled)).toEqual(scaled);
      }),
    );
  });

  it("are all equal where they differ by nothing else", () => {
    const told = [
      [1 / 3, 1 / 6],
      [2 / 3, 1 / 3],
      [0.2, 0.1],
      [0.6, 0.3],
    ].map(([p = 1, q = 1]) => Math.log(p) - Math.log(q));
    expect(new Set(told).size).toBeGreaterThan(1);
    expect(new Set(canonicalNumber(told)).size).toBe(1);
  });

  it("keep their order, their places and what is no finite number", () => {
    expect(canonicalNumber([Number.NaN, 2, Number.NEGATIVE_INFINITY, 1, 2 + 1e-15])).toEqual([
      Number.NaN,
      2,
      Number.NEGATIVE_INFINITY,
      1,
      2,
    ]);
    expect(canonicalNumber([])).toEqual([]);
    expect(canonicalNumber([7, 7])).toEqual([7, 7]);
  });

  it("let a truthful difference of logarithms rank exactly as counts do", () => {
    const counts = fc.record({
      pair: fc.integer({ min: 1, max: 9 }),
      more: fc.integer({ min: 0, max: 9 }),
      y: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(counts, { minLength: 3, maxLength: 60 }), (rows) => {
        const truth = rows.map(({ pair, more, y }) => pmiOfCounts({ pair, x: pair + more, y, all: 1000 }));
        const told = rows.map(({ pair, more, y }) => pmi(pair / (pair + more), y / 1000));
        fc.pre(new Set(canonicalNumber(truth)).size > 1);
        expect(spearman(canonicalNumber(told), canonicalNumber(truth))).toBeCloseTo(1, 14);
      }),
    );
  });
});
