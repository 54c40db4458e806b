import { expect, test } from "vitest";
import { field } from "./field.ts";

test("a field is read as it is, empty or not", () => {
  expect(field({ cue: "", other: "x" }, "cue")).toBe("");
});

test("a missing field is named, with those there are", () => {
  expect(() => field({ premise: "a", hypothesis: "b" }, "cue")).toThrow(
    'The prompt needs the field "cue" of x, which has "premise", "hypothesis": ' +
      "give x that field, or ask a template of another task.",
  );
  expect(() => field({}, "constructor")).toThrow('the field "constructor" of x, which has no fields');
});
