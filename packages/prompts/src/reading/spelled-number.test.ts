import { expect, test } from "vitest";
import { lastDigit, spelledNumber, spelledNumbers } from "./spelled-number.ts";

test.each([
  ["0.12", 0.12],
  [" 1e-6 ", 1e-6],
  ["-.5", -0.5],
  ["+3", 3],
])("%j spells a number", (text, number) => {
  expect(spelledNumber(text)).toBe(number);
});

test.each(["", " ", "0.", "1e", "-", "5%", "1/3", "0,5", "NaN", "Infinity", "0x1F", "~0.3", "1 2"])(
  "%j spells no number",
  (text) => {
    expect(spelledNumber(text)).toBeUndefined();
  },
);

test("a number that was cut does not stand whole in a text", () => {
  expect(spelledNumbers('{"a": 0., "b": 1e-, "c": -, "d": .5, "e": -1e-6, "f2": 7}')).toEqual([
    0.5, -1e-6, 7,
  ]);
});

test.each([
  ['{"a": 0.00, "b": 1}', [0, 1], 0.01],
  ['{"a": 0, "b": 0.950, "c": 0.05}', [0, 0.95, 0.05], 0.001],
  ['{"a": 0, "b": 2.5e-4, "c": "0.9"}', [0, 2.5e-4, 0.9], 1e-5],
  ['{"0.123": 0, "b": 1, "notes": "or 0.0001"}', [0, 1], undefined],
])("of %s the last digit is that of the finest of its values", (text, values, unit) => {
  expect(lastDigit(text, values)).toBe(unit);
});
