import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundedMass, roundedPmi, roundedProbability } from "./model-like.ts";

describe("roundedProbability", () => {
  it.each([
    [0.000_001_2, 0.000_001],
    [0.000_26, 0.0003],
    [0.0049, 0.005],
    [0.0401, 0.05],
    [0.085, 0.08],
    [0.0999, 0.1],
    [0.11, 0.1],
    [0.13, 0.15],
    [0.62, 0.6],
    [0.9, 0.9],
    [0.96, 0.95],
    [0.9999, 0.99],
    [1.7, 0.99],
  ])("says for %d the number %d", (p, said) => {
    expect(roundedProbability(p)).toBe(said);
  });

  it("is above zero and below one, near what was meant, and keeps the order", () => {
    const probability = fc.double({ min: 1e-12, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, (p, q) => {
        const said = roundedProbability(p);
        expect(said).toBeGreaterThan(0);
        expect(said).toBeLessThan(1);
        // From 1.5 to 1: the widest gap between first digits is from 1 to 2.
        expect(Math.abs(Math.log(said / p))).toBeLessThan(Math.log(1.5));
        expect(roundedProbability(Math.min(p, q))).toBeLessThanOrEqual(
          roundedProbability(Math.max(p, q)),
        );
      }),
    );
  });
});

describe("roundedMass", () => {
  it("has two decimals, so that tiny masses become zero", () => {
    expect([0.0049, 0.006, 0.335, 1].map(roundedMass)).toEqual([0, 0.01, 0.34, 1]);
  });
});

describe("roundedPmi", () => {
  it("has one decimal", () => {
    expect([7.529, -1.26, 0].map(roundedPmi)).toEqual([7.5, -1.3, 0]);
  });
});
