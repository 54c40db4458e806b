import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  durationMs,
  pauseOf,
  rateLimitPauseMs,
  retryAfterMs,
  withPause,
} from "./rate-limit-headers.ts";

const now = Date.UTC(2026, 10, 20, 12, 0, 0);
beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const read = (headers: Record<string, string>): number | undefined =>
  rateLimitPauseMs(new Headers(headers));

describe("rateLimitPauseMs", () => {
  it("is the time to Anthropic's reset where nothing remains", () => {
    const reset = { "anthropic-ratelimit-requests-reset": "2026-11-20T12:00:07Z" };
    expect(read({ ...reset, "anthropic-ratelimit-requests-remaining": "0" })).toBe(7000);
    expect(read({ ...reset, "anthropic-ratelimit-requests-remaining": "1" })).toBeUndefined();
    expect(read(reset)).toBeUndefined();
  });

  it("is the time to OpenAI's reset where nothing remains", () => {
    expect(read({ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s" })).toBe(
      360_000,
    );
  });

  it("is the longest of all that are used up", () => {
    expect(
      read({
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "12ms",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "1.5s",
      }),
    ).toBe(1500);
  });

  it("is undefined for a reset that is past, missing or no time", () => {
    const none = { "anthropic-ratelimit-tokens-remaining": "0" };
    expect(read(none)).toBeUndefined();
    for (const reset of ["2026-11-20T11:00:00Z", "soon"]) {
      expect(read({ ...none, "anthropic-ratelimit-tokens-reset": reset })).toBeUndefined();
    }
  });
});

describe("durationMs", () => {
  it.each([
    ["6m0s", 360_000],
    ["12ms", 12],
    ["1h2m3.5s", 3_723_500],
    ["0s", 0],
    ["", Number.NaN],
    ["6", Number.NaN],
    ["soon", Number.NaN],
  ])("reads %j as %d ms", (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });
});

describe("withPause", () => {
  it("remembers beside the reply and leaves the reply as it is", () => {
    const reply = { text: "a" };
    const headers = new Headers({
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "2s",
    });
    expect(withPause(reply, headers)).toBe(reply);
    expect(reply).toEqual({ text: "a" });
    expect(pauseOf(reply)).toBe(2000);
    expect(pauseOf({ text: "a" })).toBeUndefined();
    expect(pauseOf(undefined)).toBeUndefined();
  });
});

const readWait = (headers: Record<string, string>): number | undefined =>
  retryAfterMs(new Headers(headers));

describe("retryAfterMs", () => {
  it("counts a date from the time of the response by its server's clock", () => {
    const date = new Date(now + 300_000).toUTCString();
    const until = new Date(now + 302_000).toUTCString();
    expect(retryAfterMs(new Headers({ date, "retry-after": until }))).toBe(2000);
    expect(retryAfterMs(new Headers({ date: "?", "retry-after": until }))).toBe(302_000);
  });

  it("reads seconds, fractions too", () => {
    expect(readWait({ "retry-after": "7" })).toBe(7000);
    expect(readWait({ "retry-after": "0.25" })).toBe(250);
    expect(readWait({ "retry-after": "7, 9" })).toBe(7000);
  });

  it("reads an HTTP date", () => {
    expect(readWait({ "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" })).toBe(30_000);
  });

  it("takes milliseconds before seconds", () => {
    expect(readWait({ "retry-after-ms": "120", "retry-after": "7" })).toBe(120);
  });

  it("is never below zero", () => {
    expect(readWait({ "retry-after": "-3" })).toBe(0);
    expect(readWait({ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" })).toBe(0);
  });

  it("does not cap a day", () => {
    expect(readWait({ "retry-after": "86400" })).toBe(86_400_000);
  });

  it("is undefined where nothing is said or nothing can be read", () => {
    expect(readWait({})).toBeUndefined();
    expect(readWait({ "retry-after": "soon" })).toBeUndefined();
    expect(readWait({ "retry-after-ms": "" })).toBeUndefined();
    expect(readWait({ "retry-after-ms": "Infinity", "retry-after": "1" })).toBe(1000);
  });
});
