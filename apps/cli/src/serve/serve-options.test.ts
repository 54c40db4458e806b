import { describe, expect, it } from "vitest";
import { latencyMs } from "./serve-options.ts";

describe("latencyMs", () => {
  it("reads a number or a range", () => {
    expect(latencyMs.parse("50")).toBe(50);
    expect(latencyMs.parse("20-80.5")).toEqual([20, 80.5]);
  });

  it("refuses a range whose larger end comes first, and says how to write it", () => {
    expect(() => latencyMs.parse("80-20")).toThrow("give the smaller first, as 20-80");
    expect(latencyMs.parse("20-20")).toEqual([20, 20]);
  });

  it.each(["", "fast", "-5", "1-2-3", "20-"])("refuses %j", (text) => {
    expect(() => latencyMs.parse(text)).toThrow("or a range of them");
  });
});
