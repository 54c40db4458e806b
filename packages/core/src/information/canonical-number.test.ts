import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { pmi } from "./pmi.ts";
import { pmiOfCounts } from "./pmi-of-counts.ts";
import { canonicalNumber } from "./canonical-number.ts";

const parts = fc.record({
  above: fc.integer({ min: 0, max: 1e6 }),
  below: fc.integer({ min: 1, max: 1e6 }),
});

describe("a canonical number", () => {
  it("is one double, however the number was computed", () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(canonicalNumber(0.1 + 0.2)).toBe(0.3);
    const thirds = [1 / 3, 0.3 / 0.9, 0.7 / 2.1, 1 - 2 / 3, (0.1 * 10) / 3];
    expect(new Set(thirds).size).toBeGreaterThan(1);
    expect(new Set(thirds.map(canonicalNumber))).toEqual(new Set([1 / 3]));
  });

  it("is the fraction that a value is within rounding of", () => {
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: -12, max: 12 }),
        fc.constantFrom(1, -1),
        ({ above, below }, ulps, sign) => {
          const value = (sign * above) / below;
          expect(canonicalNumber(value * (1 + ulps * Number.EPSILON))).toBe(value);
        },
      ),
    );
  });

  it("is so of a ratio to a rare label, whose fraction is of one large and one small part", () => {
    const ratios = [0.09 / 2.808985006708124e-5, 0.03 / 9.363283355693745e-6];
    expect(new Set(ratios).size).toBe(2);
    expect(new Set(ratios.map(canonicalNumber))).toEqual(new Set([2242803 / 700]));
  });

  it("differs from its value in the last digits alone, and is its own", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const canonical = canonicalNumber(value);
        expect(Math.abs(canonical - value)).toBeLessThanOrEqual(
          16 * Number.EPSILON * Math.abs(value),
        );
        expect(canonicalNumber(canonical)).toBe(canonical);
      }),
    );
  });

  it.each([0, -0, 5e-324, 1e-300, 3.1e-17, 3.2e-17, 1e20, Number.NaN, Infinity, -Infinity])(
    "of %d, be it small, is the value as it stands",
    (value) => expect(canonicalNumber(value)).toBe(value),
  );

  it("lets a truthful PMI rank exactly as that of counts does", () => {
    const counts = fc.record({
      pair: fc.integer({ min: 1, max: 9 }),
      more: fc.integer({ min: 0, max: 9 }),
      y: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(counts, { minLength: 3, maxLength: 60 }), (rows) => {
        const truth = rows.map(({ pair, more, y }) =>
          pmiOfCounts({ pair, x: pair + more, y, all: 1000 }),
        );
        const told = rows.map(({ pair, more, y }) => pmi(pair / (pair + more), y / 1000));
        fc.pre(new Set(truth).size > 1);
        expect(spearman(told, truth)).toBeCloseTo(1, 14);
      }),
    );
  });
});
