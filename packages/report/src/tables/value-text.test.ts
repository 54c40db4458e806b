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
  [-0.004, "0.00"],
  [{ value: -0.004, standardError: 0.05 }, "0.00 ± 0.05"],
  [{ value: 0.8512, standardError: 0.0034 }, "0.851 ± 0.003"],
  [{ value: 0.8512, standardError: 0.0051 }, "0.85 ± 0.01"],
  [{ value: 1, standardError: 0 }, "1.00 ± 0.00"],
  [{ value: Number.NaN, standardError: Number.NaN }, "no value"],
])("%s is written %s", (value, text) => {
  expect(valueText(value, 2)).toBe(text);
});
