import { ZERO_CLAMP } from "@promptnce/core/information";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { methodSummaries } from "./method-summary.ts";
import { scores } from "./scores.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";
import { tally } from "./tally.ts";

const MARGINAL = 0.1;

/** An estimated and a true P(y|x) over one base rate. */
function pair(conditional: number, truth: number): PairWithTruth {
  const pmi = (p: number): number => Math.log(p) - Math.log(MARGINAL);
  return {
    estimate: { conditional, marginal: MARGINAL, pmi: pmi(conditional) },
    truth: { conditional: truth, marginal: MARGINAL, pmi: pmi(truth) },
  };
}

const rhoOf = (pairs: readonly PairWithTruth[]): number | undefined => scores(pairs)?.rho;

describe("scores", () => {
  it("have ρ 1 where the order is people's, −1 where it is the reverse", () => {
    const truth = [0.1, 0.3, 0.2, 0.4];
    expect(rhoOf(truth.map((p) => pair(p ** 3, p)))).toBeCloseTo(1, 12);
    expect(rhoOf(truth.map((p) => pair(0.5 - p, p)))).toBeCloseTo(-1, 12);
  });

  it("give tied estimates the mean of their ranks", () => {
    // Ranks 1.5, 1.5, 3 against 1, 2, 3: Σab = 1.5, Σa² = 1.5, Σb² = 2.
    expect(rhoOf([pair(0.2, 0.1), pair(0.2, 0.2), pair(0.4, 0.3)])).toBeCloseTo(
      1.5 / Math.sqrt(3),
      12,
    );
  });

  it("have no ρ where all estimates are the same", () => {
    expect(rhoOf([0.1, 0.2, 0.3].map((truth) => pair(0.2, truth)))).toBeNaN();
  });

  it("take the slope of true on estimated log P(y|x): one half where estimates are squares", () => {
    const found = scores([0.1, 0.2, 0.5, 0.9].map((p) => pair(p ** 2, p)));
    expect(found?.slope).toBeCloseTo(0.5, 12);
  });

  it("take the calibration error by bins a tenth wide, in which errors cancel, beside the mean absolute error", () => {
    const pairs = [pair(0.15, 0.25), pair(0.15, 0.05), pair(0.85, 0.95)];
    expect(scores(pairs)).toMatchObject({
      calibrationError: expect.closeTo(0.1 / 3, 12),
      absoluteError: expect.closeTo(0.1, 12),
    });
    expect(
      scores([pair(0.15, 0.15), pair(0.25, 0.25), pair(0.9, 0.9)])?.calibrationError,
    ).toBeCloseTo(0, 12);
  });

  it("say of how many pairs they are, and are none of fewer than three", () => {
    expect(scores([0.1, 0.2, 0.3, 0.4].map((p) => pair(p, p)))?.pairs).toBe(4);
    const two = [pair(0.1, 0.2), pair(0.2, 0.1)];
    expect(scores(two)).toBeUndefined();
    expect(scores([])).toBeUndefined();
  });

  it("say nothing of calibration where a method gives PMI alone", () => {
    const direct = [0.1, 0.2, 0.3].map((p): PairWithTruth => ({
      ...pair(p, p),
      estimate: { pmi: p },
    }));
    const found = scores(direct);
    expect(found?.pairs).toBe(3);
    for (const absent of ["slope", "calibrationError", "absoluteError", "distances"]) {
      expect(found).not.toHaveProperty(absent);
    }
  });

  it("stand an estimated P(y|x) of zero, and have the same standard error for the same pairs", () => {
    const probability = fc.double({ min: 1e-3, max: 1, noNaN: true });
    const some = fc.array(fc.tuple(fc.oneof(fc.constant(0), probability), probability), {
      minLength: 3,
      maxLength: 12,
    });
    fc.assert(
      fc.property(some, (all) => {
        const pairs = all.map(([p, truth]) => ({
          ...pair(p || 1e-6, truth),
          estimate: { conditional: p, pmi: Math.log((p || 1e-6) / MARGINAL) },
        }));
        const found = scores(pairs);
        expect(found).toEqual(scores(pairs));
        expect(found?.calibrationError).toBeLessThanOrEqual(1);
        expect(Math.abs(found?.rho ?? 2) > 1 + 1e-9).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});

describe("R", () => {
  const direct = { id: "direct-split", title: "Direct-Split" };

  /** Of estimates with these terms. */
  async function ratio(
    terms: readonly { conditional: number; marginal: number }[],
  ): Promise<number | undefined> {
    const all = tally([direct], { truthOf: () => undefined });
    for (const estimate of terms) {
      all.add("x", [
        {
          method: direct,
          trial: { id: "p", y: "a" },
          estimate: { ...estimate, pmi: 0 },
          readable: true,
        },
      ]);
    }
    return (await methodSummaries(all))[0]?.R;
  }

  it("is the ratio of the squared deviations of the logarithms", async () => {
    // Logarithms 0, −2, −4 around −2: 8; and 0, 0, −1 around −1/3: 2/3.
    const terms = [0, -2, -4].map((log, i) => ({
      conditional: Math.exp(log),
      marginal: i === 2 ? Math.exp(-1) : 1,
    }));
    expect(await ratio(terms)).toBeCloseTo(2 / 3 / 8, 12);
  });

  it("takes zero for the clamp", async () => {
    const least = (zero: number) => [
      { conditional: 1, marginal: 0.5 },
      { conditional: zero, marginal: 0.1 },
    ];
    expect(await ratio(least(0))).toBe(await ratio(least(ZERO_CLAMP)));
  });

  it("is exactly 0 of a thousand equal base rates, and NaN where nothing varies", async () => {
    const equal = Array.from({ length: 1000 }, (_, i) => ({
      conditional: 1 / (1 + i),
      marginal: 0.1,
    }));
    expect(await ratio(equal)).toBe(0);
    expect(await ratio(equal.map(() => ({ conditional: 0.3, marginal: 0.1 })))).toBeNaN();
  });

  it("stays exact over many that lie close together", async () => {
    // ± one part in 10⁵ of e⁻⁹, whose logarithms lie ± 10⁻⁵ around −9: n · 10⁻¹⁰, over n of
    // logarithms ± 1.
    const many = Array.from({ length: 100_000 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    const terms = many.map((sign) => ({
      conditional: Math.exp(-2 + sign),
      marginal: Math.exp(-9 + 1e-5 * sign),
    }));
    expect((await ratio(terms))! / 1e-10).toBeCloseTo(1, 6);
  });
});
