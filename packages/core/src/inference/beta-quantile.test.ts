import { expect, test } from "vitest";
import { betaQuantile } from "./beta-quantile.ts";
import { incompleteBeta } from "../numerics/incomplete-beta.ts";

test("is the x below which the distribution has the probability", () => {
  for (const [a, b] of [
    [1, 20],
    [0.4, 12.5],
    [300, 2],
    [5000, 20_000],
  ] as const) {
    for (const probability of [1e-6, 0.025, 0.5, 0.999]) {
      const x = betaQuantile(probability, a, b);
      expect(incompleteBeta(a, b, x) / probability).toBeCloseTo(1, 9);
    }
  }
});

test("of a = 1 is 1 − (1 − p) to the power 1 / b", () => {
  expect(betaQuantile(0.3, 1, 7)).toBeCloseTo(1 - 0.7 ** (1 / 7), 12);
});
