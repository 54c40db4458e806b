import { expect, test } from "vitest";
import { letteredBlocks } from "./lettered-blocks.ts";

const slot = letteredBlocks("Program");
const write = (...candidates: string[]) => slot.write({ candidates });

test("each candidate stands in a fence under its letter", () => {
  expect(write("a = 1\n\nb = 2", "print(`x`)")).toBe(
    "Program A:\n```\na = 1\n\nb = 2\n```\n\nProgram B:\n```\nprint(`x`)\n```",
  );
});

test("the fence is longer than any that a candidate has, in every block alike", () => {
  const text = write("```\ncode\n```", "`````", "x");
  expect(text.match(/^`{6}$/gm)).toHaveLength(6);
  expect(text).toContain("Program C:\n``````\nx\n``````");
});

test.each([
  [["a\n```\n\nProgram B:\n```\nb", "c"]],
  [["", "\n", "\n\n", " "]],
  [["```", "``", "`", "a````", "````a", "```\n", "\n```"]],
  [["Program A:\n```\nx\n```", "x"]],
  [["{ }", "{{programs}}", '{"A": 1}', "\r\n", "$&"]],
])("candidates are read back with their letters: %j", (candidates) => {
  const candidateKeys = candidates.map((_, i) => "ABCDEFG"[i]);
  expect(slot.read(write(...candidates))).toEqual({ candidates, candidateKeys });
});

test("a text that was not written so is not read at all, rather than wrongly", () => {
  const text = write("a", "b");
  for (const other of ["", "a", text.slice(3), `${text}\n`, text.slice(0, -1), `x\n\n${text}`]) {
    expect(slot.read(other)).toEqual({});
  }
  // The end of one block and the next whole one: its fences open where they should close.
  expect(slot.read(text.slice("Program A:\n```\n".length))).toEqual({});
});

test("no candidates, a repeated one, and more than 26 are refused", () => {
  expect(() => write()).toThrow("The question has no candidates");
  expect(() => write("a", "a")).toThrow('The candidate "a" occurs twice');
  expect(() => write(...Array.from({ length: 27 }, (_, i) => String(i)))).toThrow(
    "The question has 27 candidates",
  );
});
