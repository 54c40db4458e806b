import { describe, expect, it } from "vitest";
import { spacing } from "./spacing.ts";

/** Sends as soon as allowed until `end`, and gives the moments. */
function sentUntil(spaced: ReturnType<typeof spacing>, from: number, end: number): number[] {
  const moments: number[] = [];
  for (let now = Math.max(from, spaced.next()); now < end; now = spaced.next()) {
    spaced.sent(now);
    moments.push(now);
  }
  return moments;
}

describe("spacing", () => {
  it("holds nothing up where there is no limit", () => {
    const spaced = spacing(Infinity);
    spaced.sent(5);
    expect(spaced.next()).toBe(-Infinity);
    expect(spaced.rate).toBe(Infinity);
  });

  it("never passes the hard limit", () => {
    const moments = sentUntil(spacing(10), 0, 60_000);
    expect(moments.length).toBeLessThanOrEqual(601);
    expect(moments.length).toBeGreaterThan(595);
  });

  it("goes at the rate that was met from the moment on, and grows by 2 % a clean second", () => {
    const spaced = spacing(Infinity);
    spaced.limit(20, 1000);
    expect(spaced.next()).toBe(1000);
    const moments = sentUntil(spaced, 0, 11_000);
    expect(moments.filter((at) => at < 2000).length).toBeLessThanOrEqual(21);
    expect(spaced.rate).toBeGreaterThan(20 * 1.02 ** 8);
    expect(spaced.rate).toBeLessThan(20 * 1.02 ** 10.5);
  });

  it("shrinks after a second with a rejection", () => {
    const spaced = spacing(Infinity);
    spaced.limit(10, 0);
    spaced.rejected();
    sentUntil(spaced, 0, 1500);
    expect(spaced.rate).toBeCloseTo(10 / 1.02);
  });

  it("is not made faster by a second limit", () => {
    const spaced = spacing(Infinity);
    spaced.limit(10, 0);
    spaced.limit(50, 0);
    expect(spaced.rate).toBe(10);
  });
});
