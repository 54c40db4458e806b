import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marginalFromCounts, type Smoothing } from "./marginal-from-counts.ts";

const counts = new Map([
  ["OTHER", 3],
  ["__proto__", 1],
  ["constructor", 0],
]);
const goodTuring = { kind: "good-turing" } as const;
const labelled = (values: readonly number[]) =>
  new Map(values.map((count, i) => [String(i), count]));
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

  const zipf = new Map(
    Array.from({ length: 400 }, (_, i) => [`label ${i}`, Math.floor(300 / (i + 1))] as const),
  );

  test("by Good–Turing shares the mass of what was seen once among what was never seen", () => {
    const { marginal, unseen } = marginalFromCounts(zipf, goodTuring);
    const total = sum(zipf.values());
    const once = [...zipf.values()].filter((count) => count === 1).length;
    const never = [...zipf.keys()].filter((label) => zipf.get(label) === 0);
    expect(never.length).toBeGreaterThan(50);
    for (const label of never) {
      expect(marginal.get(label)).toBe(once / total / never.length);
    }
    expect(unseen).toBe(0);
    expect(sum(marginal.values())).toBeCloseTo(1, 12);
  });

  test("by Good–Turing keeps that mass apart where every label was seen", () => {
    const seen = new Map([...zipf].filter(([, count]) => count > 0));
    const { marginal, unseen } = marginalFromCounts(seen, goodTuring);
    expect(unseen).toBeGreaterThan(0.05);
    expect(sum(marginal.values()) + unseen).toBeCloseTo(1, 12);
  });

  test("gives masses that sum to one", () => {
    const anyCounts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(anyCounts, fc.double({ min: 0.01, max: 10, noNaN: true }), (values, alpha) => {
        fc.pre(sum(values) > 0);
        for (const smoothing of [{ kind: "maximum-likelihood" }, { kind: "add", alpha }] as const) {
          const { marginal } = marginalFromCounts(labelled(values), smoothing);
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
    expect(() => marginalFromCounts(counts, { kind: "add", alpha: 0 })).toThrow(
      /above zero, not 0/,
    );
  });
});

interface Case {
  readonly name: string;
  readonly r: number[];
  readonly n: number[];
  readonly total: number;
  readonly unseen: number;
  readonly probabilities: number[];
}
const golden: { cases: [Case, Case] } = JSON.parse(
  readFileSync(new URL("../../fixtures/good_turing.json", import.meta.url), "utf8"),
);
const countsOf = ({ r: rs, n }: Case) => rs.flatMap((r, i) => Array<number>(n[i]!).fill(r));
const [prosody] = golden.cases;
const prosodyCounts = countsOf(prosody);

describe("Good–Turing smoothing", () => {
  const { marginal, unseen } = marginalFromCounts(labelled(prosodyCounts), goodTuring);

  test.each(golden.cases)("agrees with the reference on the counts of $name", (each) => {
    const values = countsOf(each);
    const masses = marginalFromCounts(labelled(values), goodTuring);
    expect(masses.unseen).toBeCloseTo(each.unseen, 14);
    values.forEach((count, i) => {
      const expected = each.probabilities[each.r.indexOf(count)]!;
      expect(masses.marginal.get(String(i))! / expected).toBeCloseTo(1, 10);
    });
  });

  test("gives the unseen mass of Gale and Sampson's prosody example", () => {
    expect(prosody.total).toBe(30_902);
    expect(unseen).toBeCloseTo(0.003883, 6);
  });

  test("gives masses that sum to one with the unseen, growing with the count", () => {
    expect(sum(marginal.values()) + unseen).toBeCloseTo(1, 12);
    const masses = prosody.r.map((r) => marginal.get(String(prosodyCounts.indexOf(r)))!);
    expect(masses).toEqual(masses.toSorted((a, b) => a - b));
  });

  test("gives the same masses to what was seen where zero counts are beside it", () => {
    const beside = marginalFromCounts(labelled([...prosodyCounts, 0, 0]), goodTuring).marginal;
    expect([...beside].slice(0, -2)).toEqual([...marginal]);
  });

  test("refuses what it cannot be fitted to, and says what to use instead", () => {
    const fit = (...values: number[]) => marginalFromCounts(labelled(values), goodTuring);
    expect(() => fit(3, 3, 3)).toThrow(/two different counts.*add-α/);
    expect(() => fit(1, 2.5)).toThrow(/whole observations, not 2.5/);
    expect(() => fit(1, 2, 3, 4)).toThrow(/slope/);
  });
});
