import { expect, it } from "vitest";
import { inputIndex } from "./input-index.ts";

it("tells inputs apart by their fields' texts and keeps those of the same text together", () => {
  const find = inputIndex([
    { x: { premise: "a", hypothesis: "b c" }, id: 1 },
    { x: { premise: "a b", hypothesis: "c" }, id: 2 },
    { x: { hypothesis: "b c", premise: "a" }, id: 3 },
  ]);
  const ids = (x: Readonly<Record<string, string>>) => find(x).map(({ id }) => id);
  expect(ids({ premise: "a", hypothesis: "b c" })).toEqual([1, 3]);
  expect(ids({ premise: "a b", hypothesis: "c" })).toEqual([2]);
  expect(ids({ premise: "a" })).toEqual([]);
});

it("knows no text by inheritance", () => {
  expect(inputIndex([])({ cue: "constructor" })).toEqual([]);
  const proto = { x: { cue: "__proto__" } };
  expect(inputIndex([proto])({ cue: "constructor" })).toEqual([]);
  expect(inputIndex([proto])({ cue: "__proto__" })).toEqual([proto]);
});
