import { describe, expect, test } from "vitest";
import { aboveChance } from "./above-chance.ts";

const one = (value: number, standardError: number, units = 100) => ({
  value,
  standardError,
  units,
});

describe("what is above chance", () => {
  test("is beyond Student's t of its units, one-sided at 2.5 %", () => {
    // t of 99 degrees of freedom has 2.5 % above 1.984, and n / (n − 1) of the variance is missing.
    const bound = 1.9842169 * Math.sqrt(100 / 99);
    expect(aboveChance([one(bound + 1e-6, 1)])).toEqual([true]);
    expect(aboveChance([one(bound - 1e-6, 1)])).toEqual([false]);
    expect(aboveChance([one(-3, 1)])).toEqual([false]);
    expect(aboveChance([one(3, 1, 4)])).toEqual([false]);
  });

  test("is judged together: of many at the bound none is", () => {
    const alike = Array.from({ length: 10 }, () => one(2.1, 1));
    expect(aboveChance(alike)).toEqual(alike.map(() => false));
    expect(aboveChance([...alike, one(4, 1)]).lastIndexOf(true)).toBe(10);
  });

  test("is never what has no value, no error or one unit, and always what no resample moves above 0", () => {
    expect(aboveChance([one(NaN, 1), one(1, NaN), one(9, 1, 1)])).toEqual([false, false, false]);
    expect(aboveChance([one(1, 0), one(0, 0)])).toEqual([true, false]);
  });
});
