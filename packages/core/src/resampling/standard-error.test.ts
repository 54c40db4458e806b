import { describe, expect, test } from "vitest";
import { standardError } from "./standard-error.ts";

describe("standardError", () => {
  test("is the sample standard deviation of the replicates that have a value", () => {
    expect(standardError(Float64Array.of(1, NaN, 2, 3, 4))).toBeCloseTo(Math.sqrt(5 / 3), 15);
  });

  test("has no value for fewer than two", () => {
    expect(standardError(Float64Array.of(1, NaN))).toBeNaN();
  });
});
