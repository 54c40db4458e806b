import { expect, it } from "vitest";
import { similarLabels } from "./similar-labels.ts";

it.each([
  ["case", "Joy", "joy"],
  ["outer space", "joy", " joy\t"],
  ["inner space", "great joy", "great  joy"],
  ["a line end", "great joy", "great\njoy"],
  ["a space that does not break", "great joy", "great\u00A0joy"],
  ["Unicode form", "caf\u00E9", "cafe\u0301"],
  ["a decimal zero", "4", "4.0"],
  ["width", "joy", "ｊｏｙ"],
  ["all of them", "Café au lait", " CAFE\u0301  au\u00A0lait "],
])("labels that differ only in %s are similar", (_, one, other) => {
  expect(similarLabels(["sadness", one, "anger", other])).toEqual([[one, other]]);
});

it("labels that differ in more are not, nor is there a group of none or of one", () => {
  expect(
    similarLabels([
      "4",
      "04",
      "4.5",
      "joy",
      "enjoy",
      "jo y",
      "café",
      "cafe",
      "__proto__",
      "constructor",
      "ı",
      "i",
    ]),
  ).toEqual([]);
  expect(similarLabels([])).toEqual([]);
});

it("groups and their labels come in the order of the labels", () => {
  expect(similarLabels(["b", "A", "c", "B", "a", "B "])).toEqual([
    ["b", "B", "B "],
    ["A", "a"],
  ]);
});
