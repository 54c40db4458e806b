import { expect, it } from "vitest";
import { claimText, figureOf, type Finding } from "./finding.ts";

const finding: Finding = {
  statement: "s",
  origin: "emergent",
  table: "pmi",
  figure: "ρ",
  column: "rho",
  claims: [],
};
const rows = [
  {
    dataset: "synthetic-words",
    k: "5",
    row: "PromptNCE",
    method: "promptnce",
    rho: "0.5",
    beyond: "0.25",
  },
  {
    dataset: "synthetic-words",
    k: "25",
    row: "PromptNCE",
    method: "promptnce",
    rho: "0.75",
    beyond: "",
  },
  {
    dataset: "synthetic-words",
    k: "5",
    row: "InfoNCE",
    method: "infonce",
    rho: "0.125",
    beyond: "NaN",
  },
];
const claim = { dataset: "words", k: 5, row: "PromptNCE", above: 0 };

it("finds a claim's value by the content of its row, on a world or on the real data", () => {
  expect(figureOf(claim, finding, rows)).toBe(0.5);
  expect(figureOf({ ...claim, column: "beyond" }, finding, rows)).toBe(0.25);
  expect(figureOf(claim, finding, [{ ...rows[0]!, dataset: "words" }])).toBe(0.5);
  expect(
    figureOf({ row: "two runs", above: 0 }, { ...finding, column: "words" }, [
      { measure: "two runs", "synthetic-words": "1" },
    ]),
  ).toBe(1);
});

it("subtracts the cell that differs as `less` says", () => {
  expect(figureOf({ ...claim, less: { row: "InfoNCE" } }, finding, rows)).toBe(0.375);
  expect(figureOf({ ...claim, less: { k: 25 } }, finding, rows)).toBe(-0.25);
  expect(figureOf({ ...claim, less: { column: "beyond" } }, finding, rows)).toBe(0.25);
});

it.each([
  ["no row", { ...claim, row: "GEM" }, "0 rows are words, GEM, K = 5"],
  ["two rows", { dataset: "words", row: "PromptNCE" }, "2 rows are words, PromptNCE"],
  ["an empty cell", { ...claim, k: 25, column: "beyond" }, "the figure there is “”"],
  [
    "a figure that is none",
    { ...claim, row: "InfoNCE", column: "beyond" },
    "the figure there is “NaN”",
  ],
  ["a column that is not there", { ...claim, column: "roh" }, "the figure there is “”"],
])("refuses a claim that means %s", (_, mistaken, message) => {
  expect(() => figureOf(mistaken, finding, rows)).toThrow(message);
});

it("describes the value in words", () => {
  expect(claimText(claim)).toBe("words, PromptNCE, K = 5");
  expect(
    claimText({ dataset: "words", row: "a", column: "floor_3", less: { column: "floor_6" } }),
  ).toBe("words, a, floor 3 less floor 6");
  expect(claimText({ ...claim, called: "shorter" })).toBe("shorter");
});
