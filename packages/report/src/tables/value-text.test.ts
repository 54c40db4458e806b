import { expect, it } from "vitest";
import { valueText } from "./value-text.ts";

it.each([
  [0.456, "0.46"],
  [-0.456, "−0.46"],
  [Number.POSITIVE_INFINITY, "∞"],
  [Number.NEGATIVE_INFINITY, "−∞"],
  [Number.NaN, "no value"],
  [undefined, "–"],
  [{ value: 0.4, standardError: 0.1 }, "0.40 ± 0.10"],
  [{ value: Number.NaN, standardError: Number.NaN }, "no value"],
])("%s is written %s", (value, text) => {
  expect(valueText(value, 2)).toBe(text);
});
