import { ZERO_CLAMP } from "@promptnce/core";
import { expect, it } from "vitest";
import { logSpread } from "./log-spread.ts";

function spreadOf(probabilities: readonly number[]): number {
  const spread = logSpread();
  for (const one of probabilities) spread.add(one);
  return spread.sumOfSquares;
}

it("is the sum of squared deviations of the logarithms", () => {
  // Logarithms 0, −2, −4 around −2.
  expect(spreadOf([1, Math.exp(-2), Math.exp(-4)])).toBeCloseTo(8, 12);
});

it("takes zero for the clamp", () => {
  expect(spreadOf([1, 0])).toBe(spreadOf([1, ZERO_CLAMP]));
});

it("is exactly 0 of equal ones, of one and of none", () => {
  expect([spreadOf(Array<number>(1000).fill(0.1)), spreadOf([0.3]), spreadOf([])]).toEqual([0, 0, 0]);
});

it("stays exact over many that lie close together", () => {
  // ± one part in 10⁵ of e⁻⁹, whose logarithms lie ± 10⁻⁵ around −9: n · 10⁻¹⁰.
  const many = Array.from({ length: 100_000 }, (_, i) => Math.exp(-9 + (i % 2 === 0 ? 1e-5 : -1e-5)));
  expect(spreadOf(many) / 1e-5).toBeCloseTo(1, 6);
});
