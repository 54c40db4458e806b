import { expect, test } from "vitest";
import { numbered } from "./numbered.ts";

test("examples are numbered from 1, each on a line of its own, in the order given", () => {
  expect(numbered(["a\n  b", "a"])).toBe("Example 1: a\n  b\nExample 2: a");
  expect(numbered([])).toBe("");
});
