import { describe, expect, it } from "vitest";
import type { Table } from "../tables/table.ts";
import { briefTables } from "./brief-table.ts";

const papers = ["paper_claude", "paper_small", "paper_large"];
const ids = ["dataset", "k", "row", "scored", "rho", "rho_b", ...papers];
const row = (
  dataset: string,
  k: number,
  method: string,
  rho: number,
  ...paper: (number | undefined)[]
) => [
  dataset,
  k,
  method,
  "9 of 9",
  { value: rho, standardError: 0.1 },
  { value: 0.3, standardError: 0.1 },
  ...[0, 1, 2].map((i) => (paper[i] === undefined ? undefined : { value: paper[i] })),
];
const table = (rows: Table["rows"], more: Partial<Table> = {}): Table => ({
  name: "pmi",
  title: "PMI",
  simulated: undefined,
  columns: ids.map((id) => ({ id, title: id.toUpperCase(), digits: 2 })),
  rows,
  notes: [],
  crossing: {
    row: "row",
    group: "dataset",
    apart: "k",
    ours: ["rho"],
    paper: ["paper_claude", "paper_small", "paper_large"],
    differing: { rho: ["a", "b"] },
  },
  ...more,
});

const parts = ["Ours", "Paper", "Difference"];

describe("a table that compares methods on datasets", () => {
  const { shown, hidden } = briefTables(
    table([row("a", 5, "M", 0.5, 0.4), row("b", 3, "M", 0.2), row("a", 5, "N", 1)]),
  );

  it("has one row per method and, for each dataset, our value, the paper's and their difference", () => {
    const [{ groups, columns, rows } = { columns: [], rows: [] }] = shown;
    expect(groups?.map(({ title, span }) => `${title} ${span}`)).toEqual([" 1", "a 3", "b 3"]);
    expect(columns.map(({ title }) => title)).toEqual(["ROW", ...parts, ...parts]);
    expect(rows.map(([method]) => method)).toEqual(["M", "N"]);
    expect(rows[0]?.[1]).toEqual({ value: 0.5, standardError: 0.1 });
    expect(rows[0]?.[3]).toBeCloseTo(0.1);
    expect(rows[1]?.slice(4)).toEqual([undefined, undefined, undefined]);
  });

  it("adds a companion column of ours to each group if one is configured", () => {
    const crossing = { ...table([]).crossing!, beside: { rho: { id: "rho_b", title: "Other" } } };
    const brief = briefTables(
      table([row("a", 5, "M", 0.5, 0.4), row("b", 5, "M", 1)], { crossing }),
    );
    const [crossed] = brief.shown;
    const ownParts = [...parts, "Other"];
    expect(crossed?.columns.map(({ title }) => title)).toEqual(["ROW", ...ownParts, ...ownParts]);
    // The standard error is in the whole table only.
    expect(crossed?.rows[0]?.[4]).toBe(0.3);
    expect(brief.hidden).not.toContain("RHO_B");
  });

  it("names the columns that it hides", () => {
    expect(hidden).toEqual(["K", "SCORED", "RHO_B", "PAPER_SMALL", "PAPER_LARGE"]);
  });

  it("shows the paper's values for other models if it has none for the first", () => {
    const [gem] = briefTables(table([row("a", 5, "GEM", 0.5, undefined, 0.24, 0.43)])).shown;
    expect(gem?.rows[0]?.[2]).toBe("0.24 (PAPER_SMALL), 0.43 (PAPER_LARGE)");
    expect(gem?.rows[0]?.[3]).toBeUndefined();
  });

  it("has no difference for a dataset or model where none is meaningful, such as synthetic data", () => {
    const crossing = { ...table([]).crossing!, differing: { rho: ["b"] } };
    const rows = [row("a", 5, "M", 0.5, 0.4), row("b", 5, "M", 0.5, 0.4)];
    const [crossed] = briefTables(table(rows, { crossing })).shown;
    expect(crossed?.columns.slice(1).map(({ title }) => title)).toEqual([
      "Ours",
      "Paper",
      ...parts,
    ]);
    expect(crossed?.groups?.map(({ span }) => span)).toEqual([1, 2, 3]);
    expect(crossed?.rows[0]).toHaveLength(6);
  });

  it("has one row per method and K if a dataset has several", () => {
    const [several] = briefTables(table([row("a", 5, "M", 0.5), row("a", 10, "M", 0.6)])).shown;
    expect(several?.rows.map(([method]) => method)).toEqual(["M, K = 5", "M, K = 10"]);
  });

  it("is repeated for each model", () => {
    const crossing = { ...table([]).crossing!, ours: ["rho", "rho_b"] };
    const titles = briefTables(table([row("a", 5, "M", 0.5)], { crossing })).shown.map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["PMI: RHO (PAPER_CLAUDE)", "PMI: RHO_B (PAPER_CLAUDE)"]);
  });

  it("merges a row that occurs in two blocks with the same value", () => {
    const twice = briefTables(table([row("a", 5, "M", 0.5), row("a", 5, "M", 0.5)]));
    expect(twice.shown[0]?.rows.map(([method]) => method)).toEqual(["M"]);
  });

  it("stays as it is if merging would hide a row", () => {
    const twice = table([row("a", 5, "M", 0.5), row("a", 5, "M", 0.6)]);
    expect(briefTables(twice)).toEqual({ shown: [twice], hidden: [] });
  });
});

describe("a table of many columns", () => {
  const columns = Array.from({ length: 14 }, (_, i) => ({ id: `c${i}`, title: `C${i}` }));
  const { crossing: _, ...plain } = table([columns.map((_column, i) => i)], { columns });

  it("shows its first eleven columns, or those named in `brief`", () => {
    const [first] = briefTables(plain).shown;
    expect(first?.rows).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
    expect(briefTables(plain).hidden).toEqual(["C11", "C12", "C13"]);
    expect(briefTables({ ...plain, brief: ["c0", "c11"] }).shown[0]?.rows).toEqual([[0, 11]]);
  });
});
