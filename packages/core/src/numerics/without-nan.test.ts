import { expect, test } from "vitest";
import { withoutNaN } from "./without-nan.ts";

test("NaN is left out and all else stays in its order, infinities too", () => {
  expect([...withoutNaN(Float64Array.of(NaN, 2, -Infinity, NaN, 1))]).toEqual([2, -Infinity, 1]);
});

test("values without NaN are not copied", () => {
  const values = Float64Array.of(1, 2);
  expect(withoutNaN(values)).toBe(values);
});
