import { expect, test } from "vitest";
import { field, numberedExamples } from "./slots.ts";

test("a field is read as it is, empty or not", () => {
  expect(field({ cue: "", other: "x" }, "cue")).toBe("");
});

test("a missing field is named, with those there are", () => {
  expect(() => field({ premise: "a", hypothesis: "b" }, "cue")).toThrow(
    'The prompt needs the field "cue" of x, which has "premise", "hypothesis": ' +
      "give x that field, or ask a template of another task.",
  );
  expect(() => field({}, "constructor")).toThrow(
    'the field "constructor" of x, which has no fields',
  );
});

test("examples are numbered from 1, each on a line of its own, in the order given", () => {
  const pairs = [
    { x: { cue: "a" }, y: "b" },
    { x: { cue: "{{y}}" }, y: "a" },
  ];
  expect(numberedExamples("{{cue}}\n  {{y}}", pairs)).toBe(
    "Example 1: a\n  b\nExample 2: {{y}}\n  a",
  );
  expect(numberedExamples("{{cue}}", [])).toBe("");
});

test("what is no field of x can be filled beside it, and what is neither is refused", () => {
  const pairs = [{ x: { cue: "a" }, y: "b", size: 3 }];
  const size = (slot: string, pair: { readonly size: number }) =>
    slot === "size" ? `${pair.size}` : undefined;
  expect(numberedExamples("{{cue}} {{y}} {{size}}", pairs, size)).toBe("Example 1: a b 3");
  expect(() => numberedExamples("{{size}}", pairs)).toThrow(
    'The prompt needs the field "size" of x',
  );
});
