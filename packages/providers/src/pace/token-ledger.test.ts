import { describe, expect, it } from "vitest";
import { tokenLedger } from "./token-ledger.ts";

describe("tokenLedger", () => {
  it("lets through what fits into the minute and tells when the rest will", () => {
    const ledger = tokenLedger(1000);
    ledger.reserve(400, 0);
    ledger.reserve(500, 10_000);
    expect(ledger.next(100)).toBe(-Infinity);
    expect(ledger.next(101)).toBe(60_000);
    expect(ledger.next(600)).toBe(70_000);
  });

  it("lets a request larger than the limit go once nothing else counts", () => {
    const ledger = tokenLedger(100);
    expect(ledger.next(500)).toBe(-Infinity);
    ledger.reserve(500, 0);
    expect(ledger.next(1)).toBe(60_000);
  });

  it("puts what was used in the place of the estimate, and learns from it", () => {
    const ledger = tokenLedger(1000);
    const before = ledger.estimate("x".repeat(400));
    const reservation = ledger.reserve(900, 0);
    ledger.correct(reservation, 100, 20);
    expect(ledger.next(880)).toBe(-Infinity);
    expect(before).toBe(400);
    expect(ledger.estimate("x".repeat(400))).toBe(100 + 160);
  });
});
