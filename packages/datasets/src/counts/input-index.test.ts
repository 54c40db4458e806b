import { expect, it } from "vitest";
import { inputIndex } from "./input-index.ts";

it("tells inputs apart by their fields' texts and keeps those of the same text together", () => {
  const index = inputIndex<number>(["premise", "hypothesis"]);
  index.add({ premise: "a", hypothesis: "b c" }, 1);
  index.add({ premise: "a b", hypothesis: "c" }, 2);
  index.add({ hypothesis: "b c", premise: "a" }, 3);
  expect(index.get({ premise: "a", hypothesis: "b c" })).toEqual([1, 3]);
  expect(index.get({ premise: "a b", hypothesis: "c" })).toEqual([2]);
  expect(index.get({ premise: "a" })).toEqual([]);
});

it("knows no text by inheritance", () => {
  const index = inputIndex<number>(["cue"]);
  expect(index.get({ cue: "constructor" })).toEqual([]);
  index.add({ cue: "__proto__" }, 1);
  expect(index.get({ cue: "__proto__" })).toEqual([1]);
});
