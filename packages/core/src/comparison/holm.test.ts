import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holm } from "./holm.ts";

describe("holm", () => {
  test("multiplies the k-th smallest by how many are not smaller, and never lets one overtake", () => {
    // Holm (1979): 4 × 0.01, 3 × 0.02, 2 × 0.03, 1 × 0.04, made monotone.
    expect([...holm([0.02, 0.01, 0.04, 0.03])]).toEqual([
      expect.closeTo(0.06),
      expect.closeTo(0.04),
      expect.closeTo(0.06),
      expect.closeTo(0.06),
    ]);
  });

  const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

  test("lies between the p-value and Bonferroni's, and keeps the order", () => {
    fc.assert(
      fc.property(pValues, (ps) => {
        const adjusted = holm(ps);
        ps.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * ps.length));
        });
        const inOrderOfP = [...ps.keys()].sort((i, j) => ps[i]! - ps[j]!).map((i) => adjusted[i]!);
        expect(inOrderOfP).toEqual(inOrderOfP.toSorted((a, b) => a - b));
      }),
    );
  });

  test("rejects what the step-down procedure rejects", () => {
    fc.assert(
      fc.property(pValues, (ps) => {
        const sorted = ps.toSorted((a, b) => a - b);
        const stop = sorted.findIndex((p, k) => p * (ps.length - k) > 0.05);
        const rejected = stop === -1 ? ps.length : stop;
        expect([...holm(ps)].filter((p) => p <= 0.05)).toHaveLength(rejected);
      }),
    );
  });

  test("a comparison without an answer stays NaN and is no member of the family", () => {
    expect([...holm([0.01, NaN, 0.5])]).toEqual([0.02, NaN, 0.5]);
    expect([...holm([])]).toEqual([]);
  });

  test("refuses what is no probability", () => {
    expect(() => holm([1.2])).toThrow(/from 0 to 1, not 1.2/);
  });
});
