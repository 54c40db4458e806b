import { expect, it } from "vitest";
import { listText } from "./list-text.ts";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("writes %j as a person would in a sentence", (names, text) => {
  expect(listText(names, "or")).toBe(text);
});
