import { describe, expect, it } from "vitest";
import { faultShares, latencyMs } from "./serve-options.ts";

describe("faultShares", () => {
  it("reads names and shares", () => {
    expect(faultShares.parse("429=0.1, hang=0.02,cut=0")).toEqual({ "429": 0.1, hang: 0.02, cut: 0 });
  });

  it.each(["", "429", "429=", "429=x", "=1", "429=0.1;cut=1"])("refuses %j", (text) => {
    expect(() => faultShares.parse(text)).toThrow("is not of the form 429=0.1");
  });

  it("refuses a fault that is given twice", () => {
    expect(() => faultShares.parse("cut=0.1,cut=0.2")).toThrow("cut is given twice");
  });
});

describe("latencyMs", () => {
  it("reads a number or a range", () => {
    expect(latencyMs.parse("50")).toBe(50);
    expect(latencyMs.parse("20-80.5")).toEqual([20, 80.5]);
  });

  it("refuses a range whose larger end comes first, and says how it is meant", () => {
    expect(() => latencyMs.parse("80-20")).toThrow("give the smaller first, as 20-80");
    expect(latencyMs.parse("20-20")).toEqual([20, 20]);
  });

  it.each(["", "fast", "-5", "1-2-3", "20-"])("refuses %j", (text) => {
    expect(() => latencyMs.parse(text)).toThrow("or a range of them");
  });
});
