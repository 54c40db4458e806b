import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marginalFromCounts, type Smoothing } from "./marginal-from-counts.ts";

const counts = new Map([
  ["OTHER", 3],
  ["__proto__", 1],
  ["constructor", 0],
]);
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

describe("marginalFromCounts", () => {
  test("by maximum likelihood is the share of each label", () => {
    const { marginal, unseen } = marginalFromCounts(counts, { kind: "maximum-likelihood" });
    expect([...marginal]).toEqual([
      ["OTHER", 0.75],
      ["__proto__", 0.25],
      ["constructor", 0],
    ]);
    expect(unseen).toBe(0);
  });

  test("by add-α adds α to every label counted, those never seen too", () => {
    const { marginal } = marginalFromCounts(counts, { kind: "add", alpha: 0.5 });
    expect([...marginal.values()]).toEqual([3.5 / 5.5, 1.5 / 5.5, 0.5 / 5.5]);
  });

  test("records how it was made", () => {
    const smoothing: Smoothing = { kind: "add", alpha: 1 };
    expect(marginalFromCounts(counts, smoothing).smoothing).toEqual(smoothing);
  });

  const zipf = new Map(Array.from({ length: 400 }, (_, i) => [`label ${i}`, Math.floor(300 / (i + 1))] as const));

  test("by Good–Turing shares the mass of what was seen once among what was never seen", () => {
    const { marginal, unseen } = marginalFromCounts(zipf, { kind: "good-turing" });
    const total = sum(zipf.values());
    const once = [...zipf.values()].filter((count) => count === 1).length;
    const never = [...zipf.keys()].filter((label) => zipf.get(label) === 0);
    expect(never.length).toBeGreaterThan(50);
    for (const label of never) expect(marginal.get(label)).toBe(once / total / never.length);
    expect(unseen).toBe(0);
    expect(sum(marginal.values())).toBeCloseTo(1, 12);
  });

  test("by Good–Turing keeps that mass apart where every label was seen", () => {
    const seen = new Map([...zipf].filter(([, count]) => count > 0));
    const { marginal, unseen } = marginalFromCounts(seen, { kind: "good-turing" });
    expect(unseen).toBeGreaterThan(0.05);
    expect(sum(marginal.values()) + unseen).toBeCloseTo(1, 12);
  });

  test("gives masses that sum to one", () => {
    const anyCounts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(anyCounts, fc.double({ min: 0.01, max: 10, noNaN: true }), (values, alpha) => {
        fc.pre(sum(values) > 0);
        const labelled = new Map(values.map((count, i) => [String(i), count]));
        for (const smoothing of [{ kind: "maximum-likelihood" }, { kind: "add", alpha }] as const) {
          const { marginal } = marginalFromCounts(labelled, smoothing);
          expect(sum(marginal.values())).toBeCloseTo(1, 10);
        }
      }),
    );
  });

  test("refuses counts without a total, negative counts and an α that is none", () => {
    const ml = { kind: "maximum-likelihood" } as const;
    expect(() => marginalFromCounts(new Map(), ml)).toThrow(/at least one/);
    expect(() => marginalFromCounts(new Map([["a", 0]]), ml)).toThrow(/at least one/);
    expect(() => marginalFromCounts(new Map([["a", -1]]), ml)).toThrow(/"a" has -1/);
    expect(() => marginalFromCounts(counts, { kind: "add", alpha: 0 })).toThrow(/above zero, not 0/);
  });
});
