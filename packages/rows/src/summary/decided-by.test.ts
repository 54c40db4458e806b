import { expect, it } from "vitest";
import { decidedBy } from "./decided-by.ts";

it.each([
  [3.86, 0.85, "base rates"],
  [Number.POSITIVE_INFINITY, 1, "base rates"],
  [0.07, -0.09, "conditionals"],
  [0.2, 0.96, "both"],
  [0.86, 0.92, "both"],
  [2, 0.1, "both"],
])("with R = %d and ρ_marg = %d the ranking is decided by: %s", (R, rhoMarginal, by) => {
  expect(decidedBy({ R, rhoMarginal })).toBe(by);
});

it("never disagrees with R where the two terms vary independently", () => {
  for (const R of [0.01, 0.5, 0.99, 1.01, 2, 50]) {
    const rhoMarginal = Math.sqrt(R / (1 + R));
    expect(decidedBy({ R, rhoMarginal })).toBe(R > 1 ? "base rates" : "conditionals");
  }
});

it("is told by R where there is no ρ_marg, and not at all where nothing varies", () => {
  expect(decidedBy({ R: 0, rhoMarginal: Number.NaN })).toBe("conditionals");
  expect(decidedBy({ R: 2 })).toBe("base rates");
  expect(decidedBy({ R: Number.NaN, rhoMarginal: Number.NaN })).toBeUndefined();
  expect(decidedBy({})).toBeUndefined();
});
