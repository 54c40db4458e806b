import { describe, expect, it } from "vitest";
import { rateLimit } from "./rate-limit.ts";

describe("rateLimit", () => {
  it("lets one second's worth through at once and then one each time its time has come", () => {
    const limit = rateLimit(20);
    for (let i = 0; i < 20; i++) {
      expect(limit.take(0)).toBe(true);
    }
    expect(limit.take(0)).toBe(false);
    expect(limit.untilNext(0)).toBeCloseTo(50, 9);
    expect(limit.take(49)).toBe(false);
    expect(limit.take(50)).toBe(true);
    expect(limit.take(50)).toBe(false);
  });

  it("lets nothing through at first where it starts empty, whenever the first comes", () => {
    const limit = rateLimit(20, 1);
    expect(limit.take(7000)).toBe(false);
    expect(limit.untilNext(7049)).toBeCloseTo(1, 9);
    expect(limit.take(7050)).toBe(true);
    expect(limit.take(7050)).toBe(false);
  });

  it("lets no more than the rate through over any long while", () => {
    const limit = rateLimit(20);
    let through = 0;
    for (let now = 0; now < 10_000; now++) {
      through += limit.take(now) ? 1 : 0;
    }
    expect(through).toBe(20 + 199);
  });

  it("saves up no more than one second's worth", () => {
    const limit = rateLimit(3);
    expect(limit.headers("openai", 60_000)).toMatchObject({
      "x-ratelimit-remaining-requests": "3",
      "x-ratelimit-reset-requests": "0ms",
    });
  });

  it("holds one request where the rate is below one a second", () => {
    const limit = rateLimit(0.5);
    expect(limit.take(0)).toBe(true);
    expect(limit.take(1999)).toBe(false);
    expect(limit.take(2000)).toBe(true);
  });

  it.each([0, -1, Number.NaN, Infinity])("refuses %d a second", (rate) => {
    expect(() => rateLimit(rate)).toThrow("give a number above 0");
  });
});

const start = Date.parse("2026-01-02T03:04:05.000Z");

/** A limit from which so many were taken at the start. */
function used(perSecond: number, taken: number) {
  const limit = rateLimit(perSecond);
  for (let i = 0; i < taken; i++) {
    limit.take(start);
  }
  return limit;
}

describe("the headers of a rate limit", () => {
  it("tells Anthropic's clients what is left and when all is there again", () => {
    expect(used(20, 15).headers("anthropic", start)).toEqual({
      "anthropic-ratelimit-requests-limit": "20",
      "anthropic-ratelimit-requests-remaining": "5",
      "anthropic-ratelimit-requests-reset": "2026-01-02T03:04:05.750Z",
    });
  });

  it.each([
    [20, 1, "50ms"],
    [20, 0, "0ms"],
    [1, 1, "1s"],
    [0.5, 1, "2s"],
    [0.01, 1, "1m40s"],
    [0.008368, 1, "2m0s"],
  ])("tells OpenAI's clients, at %d a second with %d used, to wait %s", (rate, taken, reset) => {
    expect(used(rate, taken).headers("openai", start)).toMatchObject({
      "x-ratelimit-limit-requests": String(Math.max(1, Math.floor(rate))),
      "x-ratelimit-reset-requests": reset,
    });
  });
});
