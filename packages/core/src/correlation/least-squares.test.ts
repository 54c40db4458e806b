import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { leastSquares } from "./least-squares.ts";

interface GoldenLine {
  readonly name: string;
  readonly x: number[];
  readonly y: number[];
  readonly slope: number;
  readonly intercept: number;
  readonly slopeError: number;
  readonly interceptError: number;
}
const golden: { lines: GoldenLine[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/calibration.json", import.meta.url), "utf8"),
);

describe("leastSquares", () => {
  test.each(golden.lines)("of $name agrees with SciPy", (each) => {
    const line = leastSquares(each.x, each.y);
    expect(line.slope).toBeCloseTo(each.slope, 9);
    expect(line.slopeError).toBeCloseTo(each.slopeError, 9);
    // An intercept a million away from the data has a millionth of their precision.
    expect(line.intercept / each.intercept).toBeCloseTo(1, 9);
    expect(line.interceptError / each.interceptError).toBeCloseTo(1, 9);
  });

  test("keeps its digits at an offset of 10⁸, where other libraries lose them", () => {
    const x = [1, 2, 3, 4, 5].map((value) => value + 1e8);
    const y = [1, 2, 3, 4, 5].map((value) => 2.04 * value);
    expect(leastSquares(x, y).slope).toBeCloseTo(2.04, 9);
  });

  test("has no slope where x does not vary, though its rounded mean may differ from it", () => {
    expect(leastSquares([0.1, 0.1, 0.1], [1, 2, 3]).slope).toBeNaN();
    expect(leastSquares([1], [1]).slope).toBeNaN();
    expect(leastSquares([], []).slope).toBeNaN();
  });

  test("has a slope but no error for two points", () => {
    expect(leastSquares([0, 1], [1, 3])).toMatchObject({ slope: 2, intercept: 1, slopeError: NaN });
  });

  test("refuses infinities", () => {
    expect(() => leastSquares([1, 2, -Infinity], [1, 2, 3])).toThrow(/infinity/);
  });
});
