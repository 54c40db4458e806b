import { expect, test } from "vitest";
import { quote } from "./quote.ts";

test("odd characters are escaped, so that a sentence stays one line", () => {
  expect(quote('a "b"\n')).toBe(String.raw`"a \"b\"\n"`);
});

test("a long text is cut at sixty characters", () => {
  expect(quote("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
  expect(quote("x".repeat(61))).toBe(`"${"x".repeat(60)}…"`);
});
