import { expect, test } from "vitest";
import { spelledNumber, spelledNumbers } from "./spelled-number.ts";

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
  expect(spelledNumbers('{"a": 0., "b": 1e-, "c": -, "d": .5, "e": -1e-6, "f2": 7}')).toEqual([0.5, -1e-6, 7]);
});
