import { describe, expect, it } from "vitest";
import { judgedNumber } from "./yes-no.ts";

describe("a label or a prediction", () => {
  it.each([
    ["0.25", 0.25],
    [" -3 ", -3],
    ["1e-3", 0.001],
  ])("%j is the number that it is", (text, number) => {
    expect(judgedNumber(text, undefined)).toBe(number);
  });

  it.each(["yes", "Yes", "TRUE", "pass", "PASSED", " correct ", "y"])("%j is 1", (text) => {
    expect(judgedNumber(text, undefined)).toBe(1);
  });

  it.each(["no", "False", "FAIL", "failed", "incorrect", "N"])("%j is 0", (text) => {
    expect(judgedNumber(text, undefined)).toBe(0);
  });

  it("that is another word is none, until one text is named as positive", () => {
    expect(judgedNumber("helpful", undefined)).toBeUndefined();
    expect(judgedNumber("Helpful", "helpful")).toBe(1);
    expect(judgedNumber("not helpful", "helpful")).toBe(0);
    expect(judgedNumber("yes", "helpful")).toBe(0);
  });

  it("that is a number stays one beside a positive text, so that 1 and 0 agree with words", () => {
    expect(judgedNumber("1", "pass")).toBe(1);
    expect(judgedNumber("0", "pass")).toBe(0);
    expect(judgedNumber("5", "5")).toBe(1);
  });
});
