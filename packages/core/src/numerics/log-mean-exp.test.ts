import { expect, test } from "vitest";
import { logMeanExp } from "./log-mean-exp.ts";

test("is the logarithm of the mean of the exponentials", () => {
  expect(logMeanExp([Math.log(1), Math.log(3)])).toBeCloseTo(Math.LN2, 15);
});

test("neither overflows nor underflows", () => {
  expect(logMeanExp([1000, 1000])).toBe(1000);
  expect(logMeanExp([-1000, -1000])).toBe(-1000);
});

test("−∞ counts as zero mass", () => {
  expect(logMeanExp([-Infinity, 0])).toBeCloseTo(-Math.LN2, 15);
  expect(logMeanExp([-Infinity, -Infinity])).toBe(-Infinity);
});

test("of nothing has no value; NaN and +∞ are refused", () => {
  expect(logMeanExp([])).toBeNaN();
  expect(() => logMeanExp([0, NaN])).toThrow(/NaN at index 1/);
  expect(() => logMeanExp([Infinity])).toThrow(/Infinity at index 0/);
});
