import { expect, test } from "vitest";
import { checkCandidates, letters, otherKey, ownLabels } from "./candidates.ts";

test("a label is its own key", () => {
  expect(ownLabels(["PUSH", "OTHER"])).toEqual(["PUSH", "OTHER"]);
});

test("letters go by place, whatever the labels are", () => {
  expect(letters([])).toEqual([]);
  expect(letters(["B", "A", "__proto__"])).toEqual(["A", "B", "C"]);
  expect(letters(Array.from({ length: 26 }, (_, i) => String(i))).at(-1)).toBe("Z");
});

test("there are no more candidates than letters", () => {
  expect(() => letters(Array.from({ length: 27 }, (_, i) => String(i)))).toThrow(
    "The question has 27 candidates, and this prompt names them by the 26 letters A to Z: " +
      "give it a smaller candidate set.",
  );
});

test("the category is OTHER as long as no candidate is spelled so", () => {
  expect(otherKey(["PUSH", "ANOTHER", "OTHERS"])).toBe("OTHER");
});

test.each(["OTHER", "other", " Other "])("with the candidate %j it is UNLISTED", (label) => {
  expect(otherKey(["PUSH", label])).toBe("UNLISTED");
});

test("and the first number that is free where that is taken as well", () => {
  expect(otherKey(["OTHER", "Unlisted"])).toBe("UNLISTED_2");
  expect(otherKey(["OTHER", "UNLISTED", "unlisted_2 "])).toBe("UNLISTED_3");
});

test("a list that can be told apart is given back", () => {
  const labels = ["a b", "it's", "50%", "a,b", ""];
  expect(checkCandidates(labels, ", ")).toBe(labels);
  expect(checkCandidates([...labels, "a, b"])).toContain("a, b");
});

test("no candidates, a repeated one, and one that holds the separator are refused", () => {
  expect(() => checkCandidates([], ", ")).toThrow(
    "The question has no candidates: a prompt over a set needs at least one.",
  );
  expect(() => checkCandidates(["a", "b", "a"], ", ")).toThrow(
    'The candidate "a" occurs twice: list each label once.',
  );
  expect(() => checkCandidates(["a, b", "c"], ", ")).toThrow(
    'The candidate "a, b" contains ", ", which separates the candidates of this prompt: ' +
      "use a template that lists them otherwise.",
  );
});
