import { normal, random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { baseRateByPeople } from "./base-rate-by-people.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";

/**
 * Contexts of three x and three labels; elicited base rates are so far from the mean of the
 * conditionals.
 */
function pairsOf(contexts: number, off = 1): PairWithTruth[] {
  const source = random("known");
  return Array.from({ length: contexts }, (_, c) => {
    const shares = [0, 1, 2].map(() => {
      const weights = [0, 1, 2].map(() => Math.exp(normal(source)));
      const sum = weights.reduce((a, b) => a + b);
      return weights.map((weight) => weight / sum);
    });
    return [0, 1, 2].flatMap((y) => {
      const rate = shares.reduce((sum, of) => sum + of[y]! / 3, 0);
      const marginal = Math.min(1, rate * Math.exp(off * normal(source)));
      return shares.map((of, x): PairWithTruth => {
        const [conditional, pmi] = [of[y]!, Math.log(of[y]! / rate)];
        return {
          estimate: { conditional, marginal, pmi: Math.log(conditional / marginal) },
          truth: { conditional, marginal: rate, pmi },
          keys: { context: `c${c}`, x: `x${x}`, y: `y${y}` },
        };
      });
    });
  }).flat();
}

describe("what counts say of base rates", () => {
  it("is to take the implied ones where these rank better", () => {
    expect(baseRateByPeople(pairsOf(20))).toMatchObject({ take: "implied" });
    expect(baseRateByPeople(pairsOf(20, 0))!.take).toBeUndefined();
  });

  it("ranks people's own too, and these alone where x lack labels", () => {
    expect(Object.keys(baseRateByPeople(pairsOf(20))!.rho!)).toEqual([
      "elicited",
      "implied",
      "counted",
    ]);
    const some = baseRateByPeople(pairsOf(20).filter((_, i) => i % 5 > 0))!;
    expect(some).toEqual({ take: "counted", rho: { elicited: expect.any(Number), counted: 1 } });
  });

  it("is nothing for fewer than ten contexts, and where estimates lack a term", () => {
    expect(baseRateByPeople(pairsOf(9))).toBeUndefined();
    const pairs = pairsOf(20);
    const [first, ...others] = pairs as [PairWithTruth, ...PairWithTruth[]];
    expect(baseRateByPeople([{ ...first, estimate: { pmi: 1 } }, ...others])).toBeUndefined();
    expect(baseRateByPeople([])).toBeUndefined();
  });
});
