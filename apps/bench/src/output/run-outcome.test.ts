import type { Measured, Table } from "@promptnce/report";
import { expect, it } from "vitest";
import { runOutcome } from "./run-outcome.ts";

const tableOf = (...rhos: readonly Measured[]): Table => ({
  name: "pmi",
  title: "PMI",
  simulated: undefined,
  columns: ["dataset", "method", "row", "rho"].map((id) => ({ id, title: id })),
  rows: rhos.map((rho, i) => ["words", `method-${i}`, `Method ${i}`, rho]),
  notes: [],
});

it.each([
  [
    "the one best",
    [{ value: 0.8, standardError: 0.1, mark: "best" as const }, { value: 0.2 }],
    "best",
    ["Method 0"],
  ],
  [
    "those that are not told apart",
    [
      { value: 0.8, standardError: 0.1, mark: "tied" as const },
      { value: 0.7, standardError: 0.1, mark: "tied" as const },
    ],
    "best, and not told apart",
    ["Method 0", "Method 1"],
  ],
  [
    "that nobody was shown to know more than base rates, where all are compared and none is marked",
    [
      { value: 0.1, standardError: 0.2 },
      { value: 0.8, standardError: 0.1 },
    ],
    "no method was shown to know more than base rates",
    [],
  ],
  [
    "that nobody was shown to rank better than chance, where no ρ is resolved above 0",
    [
      { value: 0.1, standardError: 0.2 },
      { value: -0.3, standardError: 0.05 },
    ],
    "no method was shown to rank better than chance",
    [],
  ],
  [
    "the highest, where what it ties with may be no better than chance",
    [
      { value: 0.3, standardError: 0.1, mark: "tied" as const },
      { value: 0.1, standardError: 0.1 },
    ],
    "highest, but not told apart from methods that may be no better than chance",
    ["Method 0"],
  ],
  [
    "that too few pairs are scored, where no row has a ±",
    [{ value: 0.9 }],
    "too few pairs are scored to compare",
    [],
  ],
])("names %s", (_, rhos, said, names) => {
  const [line] = runOutcome([tableOf(...rhos)])!.lines;
  expect(line).toMatchObject({ about: "words", said });
  expect(line!.results.map(({ name }) => name)).toEqual(names);
});

it("says nothing of a run without a table of PMI", () => {
  expect(runOutcome([])).toBeUndefined();
});
