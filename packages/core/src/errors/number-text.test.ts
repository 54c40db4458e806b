import { expect, it } from "vitest";
import { countText, decimalText, dollarText, percentText } from "./number-text.ts";

it.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1, -999, -1000])(
  "writes %i as people who speak English read it",
  (count) => {
    expect(countText(count)).toBe(count.toLocaleString("en"));
  },
);

it("writes what is no number as such", () => {
  expect(countText(Number.NaN)).toBe("NaN");
});

it("writes decimals, and what rounds to zero without a sign", () => {
  expect([-0.5, 0.994, -0.004, -0].map((value) => decimalText(value))).toEqual([
    "-0.50",
    "0.99",
    "0.00",
    "0.00",
  ]);
  expect(decimalText(-0.4, 0)).toBe("0");
  expect(decimalText(-0.004, 3)).toBe("-0.004");
});

it("writes a share in percent, and an amount in dollars and cents", () => {
  expect(percentText(0.125)).toBe("12.5 %");
  expect(dollarText(1.5)).toBe("$1.50");
});
