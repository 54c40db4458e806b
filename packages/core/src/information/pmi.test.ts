import { describe, expect, it } from "vitest";
import { isBelowClamp, isClamped, isZeroByZero, logProbability, pmi } from "./pmi.ts";

describe("pmi", () => {
  it("is the difference of the logarithms, in nats", () => {
    expect(pmi(0.94, 0.0005)).toBeCloseTo(7.539, 3);
    expect(pmi(0.3, 0.3)).toBe(0);
    expect(pmi(0, 0.5)).toBeCloseTo(Math.log(2e-6), 14);
    expect(pmi(0.5, 0)).toBeCloseTo(Math.log(5e5), 14);
  });

  it("of equal ratios is one number", () => {
    const ratios = [
      [1 / 3, 1 / 6],
      [2 / 3, 1 / 3],
      [0.2, 0.1],
      [0.6, 0.3],
    ];
    expect(new Set(ratios.map(([p = 1, q = 1]) => Math.log(p) - Math.log(q))).size).toBeGreaterThan(
      1,
    );
    expect(new Set(ratios.map(([p = 1, q = 1]) => pmi(p, q)))).toEqual(new Set([Math.LN2]));
  });

  it("clamps exactly zero to one in a million and leaves smaller positive values alone", () => {
    expect(logProbability(0)).toBe(Math.log(1e-6));
    expect(logProbability(1e-9)).toBe(Math.log(1e-9));
  });

  it.each([-0.1, 1.0001, Number.NaN, Infinity])("refuses %d, which is no probability", (p) => {
    expect(() => logProbability(p)).toThrow(/from 0 to 1/);
    expect(() => pmi(p, 0.5)).toThrow(/from 0 to 1/);
    expect(() => pmi(0.5, p)).toThrow(/from 0 to 1/);
  });
});

describe("a PMI", () => {
  it("ranks what was reported below the clamp under a reported zero, and tells where that is so", () => {
    expect(logProbability(1e-7)).toBeLessThan(logProbability(0));
    expect(isBelowClamp({ conditional: 1e-7, marginal: 0.1 })).toBe(true);
    expect(isBelowClamp({ conditional: 0.1, marginal: 9.9e-7 })).toBe(true);
    expect(isBelowClamp({ conditional: 0, marginal: 1e-6 })).toBe(false);
    expect(isBelowClamp({})).toBe(false);
  });

  it("is the clamp's where either term was reported as zero, and not where one is small or absent", () => {
    expect(isClamped({ conditional: 0, marginal: 0.1 })).toBe(true);
    expect(isClamped({ conditional: 0.1, marginal: 0 })).toBe(true);
    expect(isClamped({ conditional: 0 })).toBe(true);
    expect(isClamped({ conditional: 1e-9, marginal: 1e-6 })).toBe(false);
    expect(isClamped({})).toBe(false);
  });

  it("is 0 whatever zero counts as where both terms were reported as zero", () => {
    expect(pmi(0, 0)).toBe(0);
    expect(isZeroByZero({ conditional: 0, marginal: 0 })).toBe(true);
    expect(isZeroByZero({ conditional: 0, marginal: 0.1 })).toBe(false);
    expect(isZeroByZero({ conditional: 0 })).toBe(false);
    expect(isZeroByZero({})).toBe(false);
  });
});
