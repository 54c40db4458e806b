import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal } from "./decimal.ts";

test.each([
  [0, "0"],
  [1, "1"],
  [0.5, "0.5"],
  [23 / 148, "0.16"],
  [1 / 150, "0.0067"],
  [0.996, "1"],
  [1.25e-7, "0.00000013"],
])("%d is shown as %s", (probability, shown) => {
  expect(decimal(probability)).toBe(shown);
});

test("what is shown is plain and within five per cent of the probability", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1, noNaN: true }), (probability) => {
      const shown = decimal(probability);
      expect(shown).toMatch(/^(1|0\.\d+)$/);
      expect(Math.abs(Number(shown) / probability - 1)).toBeLessThanOrEqual(0.05 + 1e-9);
    }),
  );
});

test.each([-0.1, 1.5, 20, NaN, Infinity])("%d is no probability", (number) => {
  expect(() => decimal(number)).toThrow(
    `A prompt shows probabilities of other pairs, and ${number} is none: give numbers from 0 to 1.`,
  );
});
