import { expect, it } from "vitest";
import { expectedOutputTokens } from "./expected-output.ts";

const about = { task: "t", sample: 0, x: { a: "b" }, y: "c" } as const;

it("expects a line a candidate, a number with a note, and nothing of a text that is scored", () => {
  const candidates = ["c", "d", "e"];
  expect(expectedOutputTokens({ ...about, kind: "open", candidates })).toBe(45);
  expect(expectedOutputTokens({ ...about, kind: "conditional" })).toBe(40);
  expect(expectedOutputTokens({ ...about, kind: "likelihood", scoring: "turn" } as never)).toBe(0);
});
