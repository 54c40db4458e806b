import { expect, it } from "vitest";
import { DEEPEST_JSON, isNestedTooDeep } from "./nesting.ts";

const nested = (levels: number, inside = "1"): string =>
  '[{"a":'.repeat(levels / 2) + inside + "}]".repeat(levels / 2);

it("takes what is nested as deep as it may be, and nothing deeper", () => {
  expect(isNestedTooDeep(nested(DEEPEST_JSON))).toBe(false);
  expect(isNestedTooDeep(nested(DEEPEST_JSON, "[]"))).toBe(true);
  expect(isNestedTooDeep(nested(200_000))).toBe(true);
  expect(isNestedTooDeep("[".repeat(DEEPEST_JSON + 1))).toBe(true);
});

it("counts what is open at one time, and no bracket within a string", () => {
  expect(isNestedTooDeep("[]".repeat(100_000))).toBe(false);
  const text = JSON.stringify({ code: `${"[".repeat(5000)}\\"${"{".repeat(5000)}` });
  expect(isNestedTooDeep(text)).toBe(false);
});
