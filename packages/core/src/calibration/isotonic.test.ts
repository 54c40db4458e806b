import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isotonicFit, isotonicPredict } from "./isotonic.ts";

interface Case {
  readonly name: string;
  readonly x: number[];
  readonly y: number[];
  readonly weights: number[] | null;
  readonly thresholdsX: number[];
  readonly thresholdsY: number[];
  readonly at: number[];
  readonly predicted: number[];
}
const golden: { cases: Case[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/isotonic.json", import.meta.url), "utf8"),
);
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 10));

const rows = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 20 }),
    y: fc.integer({ min: -20, max: 20 }),
    weight: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe("isotonicFit", () => {
  test.each(golden.cases)("of $name is scikit-learn's", (each) => {
    const map = isotonicFit(each.x, each.y, each.weights ?? undefined);
    expect([...isotonicPredict(map, each.at)]).toEqual(near(each.predicted));
    expect([...map.x]).toEqual(near(each.thresholdsX));
    expect([...map.y]).toEqual(near(each.thresholdsY));
  });

  test("never decreases and keeps the weighted mean", () => {
    fc.assert(
      fc.property(rows, (points) => {
        const x = points.map((point) => point.x);
        const weights = points.map(({ weight }) => weight);
        const map = isotonicFit(
          x,
          points.map(({ y }) => y),
          weights,
        );
        for (let k = 1; k < map.x.length; k++) {
          expect(map.x[k]).toBeGreaterThan(map.x[k - 1]!);
          expect(map.y[k]).toBeGreaterThanOrEqual(map.y[k - 1]!);
        }
        const total = (values: ArrayLike<number>) =>
          weights.reduce((sum, weight, i) => sum + weight * values[i]!, 0);
        expect(total(isotonicPredict(map, x))).toBeCloseTo(total(points.map(({ y }) => y)), 8);
      }),
    );
  });

  test("a weight of two is the same as the point twice", () => {
    fc.assert(
      fc.property(rows, (points) => {
        const repeated = points.flatMap((p) => Array.from({ length: p.weight }, () => p));
        const weighted = isotonicFit(
          points.map(({ x }) => x),
          points.map(({ y }) => y),
          points.map(({ weight }) => weight),
        );
        const plain = isotonicFit(
          repeated.map(({ x }) => x),
          repeated.map(({ y }) => y),
        );
        const at = Array.from({ length: 41 }, (_, i) => i / 2);
        expect([...isotonicPredict(weighted, at)]).toEqual(near([...isotonicPredict(plain, at)]));
      }),
    );
  });

  test("a fit of values that already increase gives them back", () => {
    const map = isotonicFit([3, 1, 2], [30, 10, 20]);
    expect([...isotonicPredict(map, [1, 2, 3, 2.5])]).toEqual([10, 20, 30, 25]);
  });

  test("a constant is one exact value, whatever its rounding", () => {
    const map = isotonicFit([1, 2, 3, 4, 5], [0.1, 0.1, 0.1, 0.1, 0.1]);
    expect([...map.y]).toEqual([0.1, 0.1]);
  });

  test("needs a pair with a weight above zero", () => {
    expect(() => isotonicFit([], [])).toThrow(/at least one pair/);
    expect(() => isotonicFit([1, 2], [1, 2], [0, 0])).toThrow(/at least one pair/);
  });

  test("refuses NaN, infinities, negative weights and unequal lengths", () => {
    expect(() => isotonicFit([1, NaN], [1, 2])).toThrow(/NaN/);
    expect(() => isotonicFit([1, -Infinity], [1, 2])).toThrow(/-Infinity at index 1/);
    expect(() => isotonicFit([1, 2], [1, 2], [1, -1])).toThrow(/-1 at index 1/);
    expect(() => isotonicFit([1, 2], [1])).toThrow(/equal length/);
    expect(() => isotonicFit([1, 2], [1, 2], [1])).toThrow(/weights/);
  });
});

describe("isotonicPredict", () => {
  const map = isotonicFit([1, 2], [0.2, 0.6]);

  test("interpolates between knots and clips outside them, at ±∞ too", () => {
    expect([...isotonicPredict(map, [-Infinity, 0, 1.5, 3, Infinity])]).toEqual([
      0.2,
      0.2,
      expect.closeTo(0.4, 14),
      0.6,
      0.6,
    ]);
  });

  test("refuses NaN with its place", () => {
    expect(() => isotonicPredict(map, [1, NaN])).toThrow(/index 1/);
  });
});
