import { expect, test } from "vitest";
import { requireEach } from "./require-each.ts";

test("the first value that is not as it must be is named with its index", () => {
  expect(() => requireEach([1, Infinity, NaN], Number.isFinite, "this takes finite numbers")).toThrow(
    new RangeError("this takes finite numbers, not the Infinity at index 1"),
  );
  expect(() => requireEach([1, 2], Number.isFinite, "this takes finite numbers")).not.toThrow();
});
