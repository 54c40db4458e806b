import { expect, test } from "vitest";
import { goldenPairs } from "./distances.test.support.ts";
import { jensenShannonDivergence } from "./jensen-shannon-divergence.ts";

test.each(goldenPairs)("Jensen–Shannon is the square of SciPy's distance: $name", (pair) => {
  expect(jensenShannonDivergence(pair.first, pair.second)).toBeCloseTo(pair.jensenShannon, 12);
});

test("is 0 of the same shares, log 2 of others altogether, and none where there is no mass", () => {
  expect(jensenShannonDivergence([1, 3, 0], [10, 30, 0])).toBe(0);
  expect(jensenShannonDivergence([1, 0], [0, 1])).toBe(Math.LN2);
  expect(jensenShannonDivergence([0, 0], [1, 1])).toBeNaN();
});
