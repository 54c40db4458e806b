import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { goodTuringMasses } from "./good-turing.ts";

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
const counts = countsOf(prosody);

describe("goodTuringMasses", () => {
  const { unseen, seen } = goodTuringMasses(counts);

  test.each(golden.cases)("agrees with the reference on the counts of $name", (each) => {
    const masses = goodTuringMasses(countsOf(each));
    expect(masses.unseen).toBeCloseTo(each.unseen, 14);
    each.r.forEach((r, i) => {
      expect(masses.seen.get(r)! / each.probabilities[i]!).toBeCloseTo(1, 10);
    });
  });

  test("gives the unseen mass of Gale and Sampson's prosody example", () => {
    expect(prosody.total).toBe(30_902);
    expect(unseen).toBeCloseTo(0.003883, 6);
  });

  test("gives masses that sum to one with the unseen, growing with the count", () => {
    const mass = counts.reduce((sum, r) => sum + seen.get(r)!, 0);
    expect(mass + unseen).toBeCloseTo(1, 12);
    const masses = prosody.r.map((r) => seen.get(r)!);
    expect(masses).toEqual(masses.toSorted((a, b) => a - b));
  });

  test("ignores zero counts", () => {
    expect(goodTuringMasses([0, 0, ...counts])).toEqual({ unseen, seen });
  });

  test("refuses what it cannot be fitted to, and says what to use instead", () => {
    expect(() => goodTuringMasses([3, 3, 3])).toThrow(/two different counts.*add-α/);
    expect(() => goodTuringMasses([1, 2.5])).toThrow(/whole observations, not 2.5/);
    expect(() => goodTuringMasses([1, 2, 3, 4])).toThrow(/slope/);
  });
});
