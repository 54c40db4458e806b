import { type FrameRow, frameBuilder } from "@promptnce/core/frame";
import { normal, random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { baseRateByPeople } from "./base-rate-by-people.ts";

/** What counts say of the base rates of rows. */
function adviceOf(rows: readonly FrameRow[]) {
  const builder = frameBuilder(["method"]);
  for (const row of rows) {
    builder.add(row);
  }
  return baseRateByPeople(builder.build(), 0);
}

/**
 * Contexts of three x and three labels; elicited base rates are so far from the mean of the
 * conditionals.
 */
function pairsOf(contexts: number, off = 1): FrameRow[] {
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
      return shares.map((of, x): FrameRow => {
        const [conditional, pmi] = [of[y]!, Math.log(of[y]! / rate)];
        return {
          context: { question: `c${c}` },
          x: `x${x}`,
          y: `y${y}`,
          truth: { conditional, marginal: rate, pmi },
          estimates: [{ conditional, marginal, pmi: Math.log(conditional / marginal) }],
        };
      });
    });
  }).flat();
}

describe("what counts say of base rates", () => {
  it("is to take the implied ones where these rank better", () => {
    expect(adviceOf(pairsOf(20))).toMatchObject({ take: "implied" });
    expect(adviceOf(pairsOf(20, 0))!.take).toBeUndefined();
  });

  it("ranks people's own too, and these alone where x lack labels", () => {
    expect(Object.keys(adviceOf(pairsOf(20))!.rho!)).toEqual(["elicited", "implied", "counted"]);
    const some = adviceOf(pairsOf(20).filter((_, i) => i % 5 > 0))!;
    expect(some).toEqual({ take: "counted", rho: { elicited: expect.any(Number), counted: 1 } });
  });

  it("is nothing for fewer than ten contexts, and where estimates lack a term", () => {
    expect(adviceOf(pairsOf(9))).toBeUndefined();
    const pairs = pairsOf(20);
    const [first, ...others] = pairs as [FrameRow, ...FrameRow[]];
    expect(adviceOf([{ ...first, estimates: [{ pmi: 1 }] }, ...others])).toBeUndefined();
    expect(adviceOf([])).toBeUndefined();
  });
});
