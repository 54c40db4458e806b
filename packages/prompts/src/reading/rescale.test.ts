import fc from "fast-check";
import { expect, test } from "vitest";
import { rescale } from "./rescale.ts";

const labels = ["a", "b"];

test("masses that sum to one within 1e-6 stay as they are", () => {
  const reported = { labels, masses: [0.3333333, 0.3333333], other: 0.3333333 };
  expect(rescale(reported, false)).toEqual({ ok: true, answer: reported, notes: [] });
});

test("masses that sum to something else are divided by it, and the sum is noted", () => {
  expect(rescale({ labels, masses: [0.5, 0.25], other: 0.3 }, false)).toEqual({
    ok: true,
    answer: { labels, masses: [0.5 / 1.05, 0.25 / 1.05], other: 0.3 / 1.05 },
    notes: ["rescaled from 1.05"],
  });
});

test("a sum above one stays where raters may choose several labels; one below does not", () => {
  const above = { labels, masses: [0.75, 0.5], other: 0.25 };
  expect(rescale(above, true)).toEqual({
    ok: true,
    answer: above,
    notes: ["kept the sum of 1.5: raters may choose several labels"],
  });
  expect(rescale({ labels, masses: [0.25, 0.25] }, true)).toEqual({
    ok: true,
    answer: { labels, masses: [0.5, 0.5] },
    notes: ["rescaled from 0.5"],
  });
});

test("a sum of zero is unreadable", () => {
  const reason = "its probabilities sum to zero";
  expect(rescale({ labels, masses: [0, 0], other: 0 }, false)).toEqual({ ok: false, reason });
  expect(rescale({ labels, masses: [0, 0], other: 0 }, true)).toEqual({ ok: false, reason });
});

test("rescaled masses sum to one, stay in [0, 1] and keep their ratios", () => {
  const mass = fc.double({ min: 1e-9, max: 1, noNaN: true });
  fc.assert(
    fc.property(mass, mass, mass, (a, b, other) => {
      const read = rescale({ labels, masses: [a, b], other }, false);
      const answer = read.ok ? read.answer : { masses: [Number.NaN], other: 0 };
      const sum = answer.masses.reduce((total, m) => total + m, answer.other ?? 0);
      expect(Math.abs(sum - 1)).toBeLessThanOrEqual(1e-6);
      expect(Math.max(...answer.masses, answer.other ?? 0)).toBeLessThanOrEqual(1);
      expect(answer.masses[0]! / answer.masses[1]!).toBeCloseTo(a / b, 6);
    }),
  );
});
