import { expect, test } from "vitest";
import { pairedNumbers } from "./paired-numbers.ts";

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
