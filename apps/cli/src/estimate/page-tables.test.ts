import { describe, expect, it } from "vitest";
import type { PairRow, Table } from "../page.ts";
import { extremesTables, hasSign, methodsTable } from "./page-tables.ts";
import type { MethodSummary } from "./method-summary.ts";

const open: MethodSummary = {
  method: { id: "promptnce", title: "PromptNCE" },
  estimates: 10,
  unreadable: 2,
  shown: 0,
  meanOther: 0.25,
  R: 0.5,
  rhoMarginal: 0.75,
};
const direct: MethodSummary = {
  method: { id: "direct-pmi", title: "Direct-PMI" },
  estimates: 10,
  unreadable: 0,
  shown: 0,
};
const scores = { pairs: 9, rho: 0.4, rhoError: 0.1, slope: 0.9, calibrationError: 0.02 };

const cells = ({ columns, rows }: Table, row = 0) =>
  Object.fromEntries(columns.map(({ id }, i) => [id, rows[row]?.[i]]));

describe("the table of methods", () => {
  it("has a row a method, empty where a method has no such number", () => {
    const table = methodsTable([open, direct], undefined);
    expect(cells(table)).toEqual({ method: "PromptNCE", estimates: 10, unreadable: 2, other: 0.25, R: 0.5, rho_marginal: 0.75 }); // prettier-ignore
    expect(cells(table, 1)).toEqual({ method: "Direct-PMI", estimates: 10, unreadable: 0, other: undefined, R: undefined, rho_marginal: undefined }); // prettier-ignore
  });

  it("has columns for people only where a method has scores, with the standard error of ρ", () => {
    const table = methodsTable([{ ...open, scores }, direct], undefined);
    expect(cells(table)).toMatchObject({ rho: { value: 0.4, standardError: 0.1 }, slope: 0.9, calibration_error: 0.02 }); // prettier-ignore
    expect(cells(table, 1)).toMatchObject({ rho: undefined, slope: undefined });
    expect(table.rows.map((row) => row.length)).toEqual([9, 9]);
    expect(methodsTable([open], undefined).notes.join(" ")).not.toContain("people");
  });

  it("says that it is simulated where it is", () => {
    expect(methodsTable([open], "a rehearsal").simulated).toBe("a rehearsal");
  });
});

describe("the tables of extremes", () => {
  const pair = (x: string, pmi: number | undefined, method = "PromptNCE"): PairRow => ({
    dataset: "words", model: "m", pair: x, x, y: "a",
    estimates: [{ method, ...(pmi !== undefined && { pmi }), status: "ok", asked: [] }],
  }); // prettier-ignore
  const xs = (table: Table | undefined) => table?.rows.map(([x]) => x);

  it("hold the highest PMI above 0 and the lowest below it, the most extreme first", () => {
    const pairs = [0, 3, -2, 1, -5, 2].map((pmi) => pair(`x${pmi}`, pmi));
    const [most, least] = extremesTables(pairs, "PromptNCE", undefined);
    expect(xs(most)).toEqual(["x3", "x2", "x1"]);
    expect(xs(least)).toEqual(["x-5", "x-2"]);
    expect(most?.title).toContain("by PromptNCE");
  });

  it("hold ten pairs each at most", () => {
    const pairs = Array.from({ length: 30 }, (_, i) => pair(`x${i}`, i - 14.5));
    expect(extremesTables(pairs, "PromptNCE", undefined).map(({ rows }) => rows.length)).toEqual([10, 10]); // prettier-ignore
  });

  it("are left out where no pair belongs there, and leave out pairs without a PMI of that method", () => {
    const pairs = [pair("a", 1), pair("b", undefined), pair("c", -2, "InfoNCE"), pair("d", 0)];
    const tables = extremesTables(pairs, "PromptNCE", undefined);
    expect(tables.map((table) => [table.name, xs(table)])).toEqual([["most-informative", ["a"]]]);
    expect(extremesTables([pair("d", 0)], "PromptNCE", undefined)).toEqual([]);
  });

  it.each([
    ["promptnce", true],
    ["promptnce:ungrounded", true],
    ["direct-pmi", true],
    ["gem", true],
    ["infonce", false],
    ["promptnce:none", false],
    ["gem:none+plain", false],
  ])("are of methods whose PMI has a sign: %s, %s", (id, sign) => {
    expect(hasSign({ id, title: id })).toBe(sign);
  });

  it("cut a long x to 160 characters", () => {
    const [most] = extremesTables([pair("x".repeat(161), 1), pair("y".repeat(160), 0)], "PromptNCE", undefined); // prettier-ignore
    expect(xs(most)).toEqual([`${"x".repeat(159)}…`]);
  });
});
