import { expect, test } from "vitest";
import { golden } from "../inference/prediction-powered.test.support.ts";
import { normalQuantile } from "./normal-distribution.ts";
import { studentQuantile } from "./student-quantile.ts";

test("agrees with SciPy, for 1 to 100,000 degrees of freedom, whole or not", () => {
  for (const [tail, df, t] of golden.studentQuantile) {
    expect(Math.abs(studentQuantile(tail, df) - t)).toBeLessThan(1e-10 * t);
  }
});

test("is that of the normal distribution where degrees of freedom are many", () => {
  expect(studentQuantile(0.025, 1e7)).toBeCloseTo(normalQuantile(0.975), 6);
});

test("is 0 for one half, and NaN without degrees of freedom", () => {
  expect(studentQuantile(0.5, 5)).toBeCloseTo(0, 7);
  expect([0, -1, NaN].map((df) => studentQuantile(0.025, df))).toEqual([NaN, NaN, NaN]);
});
