import { ZERO_CLAMP } from "@promptnce/core/information";
import { describe, expect, it } from "vitest";
import { methodSummaries } from "./method-summary.ts";
import { tally } from "./tally.ts";

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

  it("stays exact over many that lie close together", { tags: "full" }, async () => {
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
