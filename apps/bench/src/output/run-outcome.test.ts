import type { Measurement, Table } from "@promptnce/report";
import { expect, it } from "vitest";
import { TOO_FEW_PAIRS } from "../scoring/score-block.ts";
import { runOutcome } from "./run-outcome.ts";

/** Rows with these ρ; the first `shown` of them are shown to use both x and y. */
const tableOf = (rhos: readonly Measurement[], shown = 0): Table => ({
  name: "pmi",
  title: "PMI",
  simulated: undefined,
  columns: ["dataset", "method", "row", "rho", "uses_both"].map((id) => ({ id, title: id })),
  rows: rhos.map((rho, i) => [
    "words",
    `method-${i}`,
    `Method ${i}`,
    rho,
    i < shown ? "shown" : "not shown",
  ]),
  notes: [],
});

it.each([
  [
    "the one best",
    [
      { value: 0.8, standardError: 0.1, mark: "best" as const },
      { value: 0.2, standardError: 0.1 },
    ],
    "best",
    ["Method 0"],
  ],
  [
    "those that are not told apart",
    [
      { value: 0.8, standardError: 0.1, mark: "tied" as const },
      { value: 0.7, standardError: 0.1, mark: "tied" as const },
    ],
    "tied for best",
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
    "highest, but not shown to beat methods that may be no better than chance",
    ["Method 0"],
  ],
])("names %s", (_, rhos, said, names) => {
  const [line] = runOutcome([tableOf(rhos)])!.lines;
  expect(line).toMatchObject({ about: "words", said });
  expect(line!.results.map(({ name }) => name)).toEqual(names);
});

it("leaves out rows with too few pairs, whatever their ρ ±", () => {
  const table = tableOf([0.9, 0.6, 0.5].map((value) => ({ value, standardError: 0.02 })));
  const at = table.columns.findIndex(({ id }) => id === "uses_both");
  const outcomeOf = (...usesBoth: readonly string[]) => {
    const rows = table.rows.map((row, i) => row.with(at, usesBoth[i]));
    return runOutcome([{ ...table, rows }])!.lines[0]!;
  };
  expect(outcomeOf(TOO_FEW_PAIRS, TOO_FEW_PAIRS, TOO_FEW_PAIRS)).toMatchObject({
    said: "too few pairs are scored to compare",
    results: [],
    likeChance: [],
  });
  expect(outcomeOf(TOO_FEW_PAIRS, "not shown", "shown").results).toEqual([
    { name: "Method 1", value: "0.60 ± 0.02" },
  ]);
});

it("names a method or a baseline above all that are shown to use both x and y", () => {
  const rhos = [
    { value: 0.6, standardError: 0.02 },
    { value: 0.8, standardError: 0.02 },
  ];
  expect(runOutcome([tableOf(rhos, 1)])!.lines[0]).toMatchObject({
    said: "highest, but a method that never reads x would be too",
    results: [{ name: "Method 1" }],
  });
  const table = tableOf(rhos, 1);
  const rows = table.rows.map((row, i) => (i === 1 ? row.with(1, "baseline:grounded") : row));
  expect(runOutcome([{ ...table, rows }])!.lines[0]).toMatchObject({
    said: "highest, though it ignores x",
    results: [{ name: "Method 1" }],
  });
  const tied = [{ ...rhos[0]!, mark: "tied" as const }, rhos[1]!];
  expect(runOutcome([tableOf(tied, 1)])!.lines[0]).toMatchObject({
    said: "not told apart from Method 1",
    results: [{ name: "Method 0" }],
  });
});

it("says if the best methods are not resolved above their baseline", () => {
  const tied = [0.8, 0.7].map((value) => ({ value, standardError: 0.1, mark: "tied" as const }));
  const table = tableOf(tied, 2);
  const columns = [...table.columns, { id: "less_baseline", title: "" }];
  const withBaseline = (over: number, rows = table.rows) => {
    const measured = { value: over, standardError: 0.01 };
    return { ...table, columns, rows: rows.map((row) => [...row, measured]) };
  };
  const saidOf = (of: Table) => runOutcome([of])!.lines[0]!.said;
  expect(saidOf(withBaseline(0.1))).toBe("tied for best");
  expect(saidOf(withBaseline(0.01))).toBe("no better than label frequency");
  expect(saidOf(withBaseline(0.01, table.rows.slice(0, 1)))).toBe(
    "highest, but not shown to beat base rates alone",
  );
});

it("is absent for a run without a table of PMI", () => {
  expect(runOutcome([])).toBeUndefined();
});
