import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pmiOfCounts } from "./pmi-of-counts.ts";

describe("PMI from counts", () => {
  it("is log P(y|x) − log P(y) in nats", () => {
    const counts = { pair: 3, x: 12, y: 20, all: 160 };
    expect(pmiOfCounts(counts)).toBe(Math.log(2));
    expect(pmiOfCounts({ ...counts, pair: 1.5 })).toBeCloseTo(0, 12);
  });

  it("is the same number where the ratio is, which the difference of logarithms is not", () => {
    // P(y|x) / P(y) is 2 for both.
    const [one, other] = [
      { pair: 1, x: 3, y: 4, all: 24 },
      { pair: 2, x: 3, y: 8, all: 24 },
    ];
    const apart = ({ pair, x, y, all }: typeof one) => Math.log(pair / x) - Math.log(y / all);
    expect(apart(one)).not.toBe(apart(other));
    expect(pmiOfCounts(one)).toBe(pmiOfCounts(other));
  });

  it("ties equal ratios exactly, also where the products are past the safe integers", () => {
    const count = fc.integer({ min: 1, max: 1_000_000 });
    const factor = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(count, count, count, count, factor, factor, (pair, x, y, all, f, g) => {
        const small = pmiOfCounts({ pair, x, y, all });
        expect(pmiOfCounts({ pair: pair * f, x: x * f, y: y * g, all: all * g })).toBe(small);
        expect(pmiOfCounts({ pair: pair * f, x: x * g, y: y * f, all: all * g })).toBe(small);
      }),
    );
  });

  it("is that of the two terms, of weights and huge counts too", () => {
    const weight = fc.oneof(
      fc.double({ min: 1e-60, max: 1e60, noNaN: true }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    );
    fc.assert(
      fc.property(weight, weight, weight, weight, (pair, x, y, all) => {
        const terms = Math.log(pair) - Math.log(x) + Math.log(all) - Math.log(y);
        expect(pmiOfCounts({ pair, x, y, all })).toBeCloseTo(terms, 9);
      }),
    );
  });

  it("is −∞ of what never came together, and NaN where y never came", () => {
    expect(pmiOfCounts({ pair: 0, x: 5, y: 2, all: 9 })).toBe(Number.NEGATIVE_INFINITY);
    expect(pmiOfCounts({ pair: 0, x: 5, y: 0, all: 9 })).toBeNaN();
  });
});
