import { describe, expect, it } from "vitest";
import { tokenBucket } from "./token-bucket.ts";

describe("tokenBucket", () => {
  it("lets one second's worth through at once and then one each time its time has come", () => {
    const bucket = tokenBucket(20, 0);
    for (let i = 0; i < 20; i++) expect(bucket.take(0)).toBe(true);
    expect(bucket.take(0)).toBe(false);
    expect(bucket.untilNext(0)).toBeCloseTo(50, 9);
    expect(bucket.take(49)).toBe(false);
    expect(bucket.take(50)).toBe(true);
    expect(bucket.take(50)).toBe(false);
  });

  it("lets no more than the rate through over any long while", () => {
    const bucket = tokenBucket(20, 0);
    let through = 0;
    for (let now = 0; now < 10_000; now++) through += bucket.take(now) ? 1 : 0;
    expect(through).toBe(20 + 199);
  });

  it("saves up no more than one second's worth", () => {
    const bucket = tokenBucket(3, 0);
    expect(bucket.remaining(60_000)).toBe(3);
    expect(bucket.untilFull(60_000)).toBe(0);
  });

  it("holds one request where the rate is below one a second", () => {
    const bucket = tokenBucket(0.5, 0);
    expect(bucket.take(0)).toBe(true);
    expect(bucket.take(1999)).toBe(false);
    expect(bucket.take(2000)).toBe(true);
  });

  it.each([0, -1, Number.NaN, Infinity])("refuses %d a second", (rate) => {
    expect(() => tokenBucket(rate, 0)).toThrow("give a number above 0");
  });
});
