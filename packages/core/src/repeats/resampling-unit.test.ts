import { describe, expect, test } from "vitest";
import { effectiveUnits, resamplingUnit } from "./resampling-unit.ts";

describe("the unit that is resampled", () => {
  const questions = { name: "question", keys: ["a", "a", "a", "b", "b", "b"] };
  const x = { name: "x", keys: [1, 1, 2, 2, 3, 3] };

  test("is the coarsest of which each holds two pairs or more on average", () => {
    expect(resamplingUnit(6, [questions, x])).toEqual({
      name: "question",
      count: 2,
      clusters: questions.keys,
    });
    expect(resamplingUnit(6, [{ name: "context", keys: [1, 2, 3, 4, 5, 5] }, x])).toMatchObject({
      name: "x",
      count: 3,
    });
  });

  test("is the pair where nothing repeats, and where a candidate is the same for all", () => {
    expect(resamplingUnit(3, [{ name: "x", keys: [1, 2, 2] }])).toEqual({ name: "pair", count: 3 });
    expect(resamplingUnit(6, [{ name: "context", keys: [1, 1, 1, 1, 1, 1] }, x]).name).toBe("x");
    expect(resamplingUnit(2, [])).toEqual({ name: "pair", count: 2 });
  });

  test("refuses keys that are not one a pair", () => {
    expect(() => resamplingUnit(3, [x])).toThrow("one key for each of 3 items, not 6");
  });
});

describe("as how many units of equal size they count", () => {
  const unit = { clusters: ["a", "a", "b", "b", "b", "b"] };

  test("is Kish's number of their pairs", () => {
    expect(effectiveUnits(6, unit)).toBeCloseTo(36 / 20, 12);
    expect(effectiveUnits(6, {})).toBe(6);
  });

  test("refuses keys that are not one a pair", () => {
    expect(() => effectiveUnits(5, unit)).toThrow(RangeError);
  });
});
