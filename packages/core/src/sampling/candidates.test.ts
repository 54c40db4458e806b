import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateSet } from "./candidates.ts";
import type { Context, Marginal } from "../types.ts";

const marginal = new Map([
  ["OTHER", 0.4],
  ["CONSTRUCTOR", 0.3],
  ["WATER", 0.2],
  ["__proto__", 0.1],
]);
const pair = { id: "CUE→WATER", y: "WATER" };

describe("candidateSet", () => {
  it("holds y once and K−1 distinct other labels", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 4 }), (seed, k) => {
        const set = candidateSet(pair, marginal, k, seed);
        expect(set.filter((label) => label === "WATER")).toHaveLength(1);
        expect(new Set(set).size).toBe(k);
        expect(set).toHaveLength(k);
      }),
    );
  });

  it("is the whole label space once K reaches L", () => {
    for (const k of [4, 5, 1000]) {
      expect(candidateSet(pair, marginal, k, 1).sort()).toEqual([...marginal.keys()].sort());
    }
  });

  it("takes labels nobody chose only as part of the whole label space", () => {
    const withZero = new Map([...marginal, ["NEVER", 0]]);
    expect(candidateSet(pair, withZero, 4, 1)).not.toContain("NEVER");
    expect(candidateSet(pair, withZero, 5, 1)).toContain("NEVER");
    const mostlyZero = new Map([
      ["A", 1],
      ["B", 0],
      ["C", 0],
    ]);
    expect(() => candidateSet({ id: "a", y: "A" }, mostlyZero, 2, 1)).toThrow(/only 0 other/);
  });

  it("depends on the seed and the pair alone", () => {
    expect(candidateSet(pair, marginal, 3, 7)).toEqual(candidateSet({ ...pair }, marginal, 3, 7));
    const sets = Array.from({ length: 40 }, (_, seed) => candidateSet(pair, marginal, 3, seed));
    expect(new Set(sets.map((set) => set.join())).size).toBeGreaterThan(6);
  });

  it("only adds distractors as K grows", () => {
    for (let seed = 0; seed < 50; seed++) {
      const small = candidateSet(pair, marginal, 2, seed);
      expect(candidateSet(pair, marginal, 3, seed)).toEqual(expect.arrayContaining(small));
    }
  });

  it("puts y at every place equally often and draws distractors from P(y)", () => {
    const places = [0, 0, 0];
    const first = new Map<string, number>();
    const n = 20_000;
    for (let seed = 0; seed < n; seed++) {
      const place = candidateSet(pair, marginal, 3, seed).indexOf("WATER");
      places[place] = (places[place] ?? 0) + 1;
      const [distractor] = candidateSet(pair, marginal, 2, seed).filter((y) => y !== "WATER");
      first.set(distractor as string, (first.get(distractor as string) ?? 0) + 1);
    }
    // Four standard errors of a share of a third are 0.0133.
    for (const count of places) {
      expect(Math.abs(count / n - 1 / 3)).toBeLessThan(0.0134);
    }
    for (const [label, share] of [
      ["OTHER", 4 / 8],
      ["CONSTRUCTOR", 3 / 8],
      ["__proto__", 1 / 8],
    ] as const) {
      expect(Math.abs((first.get(label) ?? 0) / n - share)).toBeLessThan(0.0142);
    }
  });

  it("finds the rare labels where two hold nearly all mass", () => {
    const skewed = new Map([
      ["A", 0.5],
      ["B", 0.5],
      ...Array.from({ length: 9 }, (_, i) => [`rare ${i}`, 1e-12] as const),
    ]);
    const set = candidateSet({ id: "a", y: "A" }, skewed, 6, 1);
    expect(new Set(set).size).toBe(6);
    expect(set).toContain("B");
  });

  it("draws from the labels of the pair's context", () => {
    const of = (context: Context | undefined): Marginal =>
      context?.["question"] === "Q1" ? marginal : new Map([...marginal].slice(1));
    const inContext = (question: string) => ({ ...pair, context: { question } });
    expect(candidateSet(inContext("Q1"), of, 3, 7)).toEqual(candidateSet(pair, marginal, 3, 7));
    expect(candidateSet(inContext("Q2"), of, 4, 7)).toHaveLength(3);
  });

  it("refuses a K below one and a y without a base rate in one sentence", () => {
    expect(() => candidateSet(pair, marginal, 0, 1)).toThrow("K must be a whole number");
    expect(() => candidateSet({ id: "p", y: "ICE" }, marginal, 3, 1)).toThrow('"ICE" of pair p');
  });
});
