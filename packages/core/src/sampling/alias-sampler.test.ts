import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aliasSampler } from "./alias-sampler.ts";
import { random } from "./random.ts";

describe("aliasSampler", () => {
  test("draws each place in proportion to its weight", () => {
    const weights = [5, 1, 0, 2, 12];
    const drawn = aliasSampler(weights)(200_000, random("alias"));
    const counts = weights.map((_, place) => drawn.filter((each) => each === place).length);
    // Four standard deviations of a binomial count.
    counts.forEach((count, place) => {
      const p = weights[place]! / 20;
      expect(Math.abs(count - 200_000 * p)).toBeLessThanOrEqual(
        4 * Math.sqrt(200_000 * p * (1 - p)),
      );
    });
  });

  test("never draws a weight of zero", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true })), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.integer(),
        (weights, seed) => {
          fc.pre(weights.some((weight) => weight > 0));
          for (const place of aliasSampler(weights)(200, random(seed))) {
            expect(weights[place]).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  test("many draws are what single draws give, across blocks", () => {
    const sampler = aliasSampler([1, 2, 3]);
    const source = random("many");
    const single = Uint32Array.from({ length: 2500 }, () => sampler(1, source)[0]!);
    expect(sampler(2500, random("many"))).toEqual(single);
  });

  test("of one place draws it", () => {
    expect([...aliasSampler([0.3])(3, random(1))]).toEqual([0, 0, 0]);
  });

  test("refuses weights that cannot be drawn by", () => {
    expect(() => aliasSampler([])).toThrow(/above zero, not 0/);
    expect(() => aliasSampler([0, 0])).toThrow(/above zero, not 0/);
    expect(() => aliasSampler([1, -1])).toThrow(/index 1 has -1/);
    expect(() => aliasSampler([1, NaN])).toThrow(/index 1 has NaN/);
  });
});
