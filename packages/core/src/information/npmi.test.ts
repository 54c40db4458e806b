import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { npmi } from "./npmi.ts";

describe("npmi", () => {
  test("is 1 where x and y only occur together", () => {
    expect(npmi(Math.log(0.1 / (0.1 * 0.1)), 0.1)).toBeCloseTo(1, 14);
  });

  test("is 0 for independence and −1 where they never meet", () => {
    expect(npmi(0, 0.06)).toBeCloseTo(0, 14);
    expect(npmi(-Infinity, 0)).toBe(-1);
  });

  test("lies between −1 and 1", () => {
    const probability = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, probability, (share, px, py) => {
        // P(x, y) is at most P(x) and P(y), and at least what their sum exceeds one by.
        const least = Math.max(1e-9, px + py - 1);
        const joint = least + share * (Math.min(px, py) - least);
        fc.pre(joint > 0 && joint < 1 - 1e-6);
        const value = npmi(Math.log(joint / (px * py)), joint);
        expect(value).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  test("has no value where nothing varies, and refuses what is no probability", () => {
    expect(npmi(0, 1)).toBeNaN();
    // As elicited, of a single x that is said to have a single y.
    expect(npmi(Math.log(2), 1)).toBeNaN();
    expect(() => npmi(0, 1.1)).toThrow(/from 0 to 1, not 1.1/);
  });
});
