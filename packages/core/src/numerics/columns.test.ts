import { expect, test } from "vitest";
import { numbersAt, pairedNumbers, requireEach, withoutNaN } from "./columns.ts";

test("plain arrays and typed arrays come back as Float64Array with the same numbers", () => {
  const [x, y] = pairedNumbers("f", [1, -Infinity], Float32Array.of(2, 3));
  expect(x).toEqual(Float64Array.of(1, -Infinity));
  expect(y).toEqual(Float64Array.of(2, 3));
});

test("unequal lengths are refused, both lengths named", () => {
  expect(() => pairedNumbers("spearman", [1, 2], [1])).toThrow(
    "spearman takes two columns of equal length, not 2 and 1 values",
  );
});

test("NaN is refused with the column, the number of them and the first place", () => {
  expect(() => pairedNumbers("spearman", [1, 2, 3], [1, NaN, NaN])).toThrow(
    /second column has 2 among its 3 values, the first at index 1/,
  );
});

test("null, which JSON makes of NaN, counts as NaN", () => {
  expect(() => pairedNumbers("spearman", [1, null, 3] as number[], [1, 2, 3])).toThrow(/index 1/);
});

test("a hole in an array counts as NaN", () => {
  // oxlint-disable-next-line no-sparse-arrays
  expect(() => pairedNumbers("spearman", [1, , 3] as number[], [1, 2, 3])).toThrow(/index 1/);
});

test("the first value that is not as it must be is named with its index", () => {
  expect(() =>
    requireEach([1, Infinity, NaN], Number.isFinite, "this takes finite numbers"),
  ).toThrow(new RangeError("this takes finite numbers, not the Infinity at index 1"));
  expect(() => requireEach([1, 2], Number.isFinite, "this takes finite numbers")).not.toThrow();
});

test("NaN is left out and all else stays in its order, infinities too", () => {
  expect([...withoutNaN(Float64Array.of(NaN, 2, -Infinity, NaN, 1))]).toEqual([2, -Infinity, 1]);
});

test("values without NaN are not copied", () => {
  const values = Float64Array.of(1, 2);
  expect(withoutNaN(values)).toBe(values);
});

test("numbers are taken at places in their order, again where a place comes again", () => {
  expect(numbersAt([5, NaN, 7], [2, 0, 2, 1])).toEqual(Float64Array.of(7, 5, 7, NaN));
  expect(numbersAt([5], [])).toEqual(new Float64Array(0));
});
