import { expect, test } from "vitest";
import { exactShare, isFewOfAKind } from "./exact-share.ts";
import { golden } from "./prediction-powered.test.support.ts";

test("agrees with SciPy's quantiles of the beta distribution, whole numbers of labels or not", () => {
  for (const [positive, size, level, low, high] of golden.exactShares) {
    const found = exactShare(positive / size, size, level);
    expect(found.low).toBeCloseTo(low, 10);
    expect(found.high).toBeCloseTo(high, 10);
  }
});

test("of none or all has an end at 0 or 1, and the other where none would be drawn in 2.5 % of cases", () => {
  expect(exactShare(0, 20).low).toBe(0);
  expect(exactShare(0, 20).high).toBeCloseTo(1 - 0.025 ** (1 / 20), 10);
  expect(exactShare(1, 20)).toEqual({
    low: expect.closeTo(0.025 ** (1 / 20), 10),
    high: 1,
  });
});

test("has no ends without a label, and refuses a level such as 95", () => {
  expect(exactShare(NaN, 0)).toEqual({ low: NaN, high: NaN });
  expect(() => exactShare(0.5, 10, 95)).toThrow("as 0.95, not 95");
});

test("is called for where fewer than five labels are of a kind, or the share is too skewed for Student's t", () => {
  const of = (positive: number, size: number) => isFewOfAKind(positive / size, size);
  expect([of(0, 20), of(4, 8), of(16, 20), of(5, 100), of(12, 1000)]).toEqual(Array(5).fill(true));
  expect([of(5, 10), of(7, 24), of(13, 114), of(16, 1000)]).toEqual(Array(4).fill(false));
});
