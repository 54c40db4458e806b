import { expect, test } from "vitest";
import { effectiveSize } from "./effective-size.ts";

test("people of equal weight count as many as they are, whatever the weight", () => {
  expect(effectiveSize([2.5, 2.5, 2.5, 2.5])).toBe(4);
});

test("unequal weights count for fewer, and one who has them all for one", () => {
  expect(effectiveSize([1, 3])).toBe(1.6);
  expect(effectiveSize([0, 7, 0])).toBe(1);
});

test("nobody has no size", () => {
  expect(effectiveSize([])).toBeNaN();
  expect(effectiveSize([0, 0])).toBeNaN();
});

test("refuses a negative weight with its place", () => {
  expect(() => effectiveSize([1, -2])).toThrow("from 0, finite, not the -2 at index 1");
});
