import { expect, test } from "vitest";
import { numberedExamples } from "./numbered-examples.ts";

test("examples are numbered from 1, each on a line of its own, in the order given", () => {
  const pairs = [
    { x: { cue: "a" }, y: "b" },
    { x: { cue: "{{y}}" }, y: "a" },
  ];
  expect(numberedExamples("{{cue}}\n  {{y}}", pairs)).toBe("Example 1: a\n  b\nExample 2: {{y}}\n  a");
  expect(numberedExamples("{{cue}}", [])).toBe("");
});

test("what is no field of x can be filled beside it, and what is neither is refused", () => {
  const pairs = [{ x: { cue: "a" }, y: "b", size: 3 }];
  const size = (slot: string, pair: { readonly size: number }) => (slot === "size" ? `${pair.size}` : undefined);
  expect(numberedExamples("{{cue}} {{y}} {{size}}", pairs, size)).toBe("Example 1: a b 3");
  expect(() => numberedExamples("{{size}}", pairs)).toThrow('The prompt needs the field "size" of x');
});
