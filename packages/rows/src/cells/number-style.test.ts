import { describe, expect, it } from "vitest";
import { isNumberText, numberStyle, plainNumber } from "./number-style.ts";

describe("numberStyle", () => {
  it.each([
    [["3", "4.5", "0"], "plain"],
    [["3,7", "4", "1,0"], "other"],
    [["1.234,5", "3,5"], "other"],
    [["45 %", "5%"], "other"],
    [["45,5 %", "5 %"], "other"],
    [["1,000", "2,500"], "unclear"],
    [["1,234.5"], "thousands"],
    [["12", "345", "1,178"], "thousands"],
    [["1,234,567"], "thousands"],
    [["0,512", "1"], "other"],
    [["12,345", "1"], "unclear"],
    [["45 %", "5"], "unclear"],
    // Thousands as Germans and Spaniards write them, or fractions whose zeros were dropped.
    [["1.204", "950"], "unclear"],
    [["1.204", "2.500", "7"], "unclear"],
    [["1.204", "0.950", "1"], "plain"],
    [["1.204", "2.5", "7"], "plain"],
    [["1.204", "2.010"], "plain"],
  ])("of %j is %s", (texts, style) => {
    expect(numberStyle(texts)).toBe(style);
  });
});

it.each([
  ["3,7", "3.7"],
  ["1.234,5", "1234.5"],
  ["45 %", "45"],
  ["45,5 %", "45.5"],
  ["7", "7"],
  ["n/a", "n/a"],
])("plainNumber of %s is %s", (text, number) => {
  expect(plainNumber(text)).toBe(number);
});

it.each(["3", "3.5", "3,5", "45 %", "1.234,5", "1,000"])("%s is a number", (text) => {
  expect(isNumberText(text)).toBe(true);
});

it.each(["", "3 cats", "DE", "2020-01-02", "1.2.3"])("%j is no number", (text) => {
  expect(isNumberText(text)).toBe(false);
});
