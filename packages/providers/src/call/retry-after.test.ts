import { describe, expect, it } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = (): number => Date.UTC(2026, 10, 20, 12, 0, 0);
const read = (headers: Record<string, string>): number | undefined => retryAfterMs(new Headers(headers), now);

describe("retryAfterMs", () => {
  it("reads seconds, fractions too", () => {
    expect(read({ "retry-after": "7" })).toBe(7000);
    expect(read({ "retry-after": "0.25" })).toBe(250);
  });

  it("reads an HTTP date", () => {
    expect(read({ "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" })).toBe(30_000);
  });

  it("takes milliseconds before seconds", () => {
    expect(read({ "retry-after-ms": "120", "retry-after": "7" })).toBe(120);
  });

  it("is never below zero", () => {
    expect(read({ "retry-after": "-3" })).toBe(0);
    expect(read({ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" })).toBe(0);
  });

  it("does not cap a day", () => {
    expect(read({ "retry-after": "86400" })).toBe(86_400_000);
  });

  it("is undefined where nothing is said or nothing can be read", () => {
    expect(read({})).toBeUndefined();
    expect(read({ "retry-after": "soon" })).toBeUndefined();
    expect(read({ "retry-after-ms": "" })).toBeUndefined();
    expect(read({ "retry-after-ms": "Infinity", "retry-after": "1" })).toBe(1000);
  });
});
