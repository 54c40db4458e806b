import { expect, it } from "vitest";
import { squaredDeviations } from "./moments.ts";
import { RunningSpread } from "./spread.ts";

function spreadOf(values: readonly number[]): RunningSpread {
  const spread = new RunningSpread();
  for (const value of values) {
    spread.add(value);
  }
  return spread;
}

it("a spread has the mean, the squared deviations and the standard error of the mean", () => {
  const spread = spreadOf([1, 2, 6, 7]);
  expect(spread).toMatchObject({
    count: 4,
    mean: 4,
    sumOfSquares: squaredDeviations([1, 2, 6, 7]),
  });
  expect(spread.error).toBeCloseTo(Math.sqrt(26 / 3 / 4), 12);
});

it("a spread is exactly 0 where all are equal, and has no error of one value", () => {
  expect(spreadOf(Array.from({ length: 1000 }, () => 0.1)).sumOfSquares).toBe(0);
  expect(spreadOf([1]).error).toBeNaN();
});
