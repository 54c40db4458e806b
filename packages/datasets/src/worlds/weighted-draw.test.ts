import { random } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { distinctDrawer } from "./weighted-draw.ts";

describe("distinctDrawer", () => {
  it("draws distinct places and never one without weight", () => {
    const draw = distinctDrawer([0, 3, 0, 1, 2, 0]);
    const source = random(1);
    for (let i = 0; i < 200; i++) expect(draw(3, source).toSorted((a, b) => a - b)).toEqual([1, 3, 4]);
  });

  it("draws a place as often as its weight says", () => {
    const draw = distinctDrawer([1, 2, 5]);
    const source = random(2);
    const counts = [0, 0, 0];
    for (let i = 0; i < 80_000; i++) {
      const [place = 0] = draw(1, source);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const shares = counts.map((count) => count / 80_000);
    // Four standard errors of a share are below 0.0071.
    for (const [i, share] of [0.125, 0.25, 0.625].entries()) {
      expect(Math.abs((shares[i] ?? 0) - share)).toBeLessThan(0.0071);
    }
  });

  it("refuses to draw more places than there are, which would never end", () => {
    expect(() => distinctDrawer([0, 1, 1])(3, random(1))).toThrow("cannot draw 3 of 2 weighted places");
  });
});
