import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { normalCdf, normalQuantile } from "./normal-distribution.ts";

const golden: { cdf: [number, number][]; quantile: [number, number][] } = JSON.parse(
  readFileSync(new URL("../../fixtures/distributions.json", import.meta.url), "utf8"),
);

describe("normalCdf", () => {
  test("agrees with SciPy to 12 digits, in the tail too", () => {
    for (const [z, p] of golden.cdf) {
      expect(normalCdf(z) / p).toBeCloseTo(1, 12);
    }
  });

  test("is 0 and 1 at the infinities and NaN for NaN", () => {
    expect([normalCdf(-Infinity), normalCdf(Infinity), normalCdf(NaN)]).toEqual([0, 1, NaN]);
  });
});

describe("normalQuantile", () => {
  test("agrees with SciPy to 11 digits", () => {
    for (const [p, z] of golden.quantile) {
      expect(normalQuantile(p)).toBeCloseTo(z, 11);
    }
  });

  test("is infinite for 0 and 1 and NaN outside", () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect([normalQuantile(-0.1), normalQuantile(1.1), normalQuantile(NaN)]).toEqual([
      NaN,
      NaN,
      NaN,
    ]);
  });
});
