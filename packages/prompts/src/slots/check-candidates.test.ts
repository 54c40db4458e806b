import { expect, test } from "vitest";
import { checkCandidates } from "./check-candidates.ts";

test("a list that can be told apart is given back", () => {
  const labels = ["a b", "it's", "50%", "a,b", ""];
  expect(checkCandidates(labels, ", ")).toBe(labels);
  expect(checkCandidates([...labels, "a, b"])).toContain("a, b");
});

test("no candidates, a repeated one, and one that holds the separator are refused", () => {
  expect(() => checkCandidates([], ", ")).toThrow(
    "The question has no candidates: a prompt over a set needs at least one.",
  );
  expect(() => checkCandidates(["a", "b", "a"], ", ")).toThrow('The candidate "a" occurs twice: list each label once.');
  expect(() => checkCandidates(["a, b", "c"], ", ")).toThrow(
    'The candidate "a, b" contains ", ", which separates the candidates of this prompt: ' +
      "use a template that lists them otherwise.",
  );
});
