import { noteText, type Table } from "#report";
import { describe, expect, it } from "vitest";
import { methodsTable } from "./page-tables.ts";
import type { MethodSummary } from "@promptnce/rows/summary";

const open: MethodSummary = {
  method: { id: "promptnce", title: "PromptNCE" },
  estimates: 10,
  unreadable: 2,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
  meanOther: 0.25,
  R: 0.5,
  rhoMarginal: 0.75,
};
const direct: MethodSummary = {
  method: { id: "direct-pmi", title: "Direct-PMI" },
  estimates: 10,
  unreadable: 0,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
};
const scores = {
  pairs: 9,
  rows: 9,
  rho: 0.4,
  rhoError: 0.1,
  interval: { low: 0, high: 1 },
  unit: { name: "pair", count: 50, effective: 50, isFew: false },
  terms: {},
  blind: {},
  beyond: { rho: 0.3, rhoError: 0.05, interval: { low: 0, high: 1 } },
  slope: 0.9,
  calibrationError: 0.02,
};

const cells = ({ columns, rows }: Table, row = 0) =>
  Object.fromEntries(columns.map(({ id }, i) => [id, rows[row]?.[i]]));

describe("the table of methods", () => {
  it("counts estimates whose masses sum far from one, if there are any", () => {
    const table = methodsTable([{ ...open, doubtful: 3 }, direct], undefined);
    expect([cells(table)["doubtful"], cells(table, 1)["doubtful"]]).toEqual([3, 0]);
    expect(methodsTable([open], undefined).columns.map(({ id }) => id)).not.toContain("doubtful");
  });

  it("has one row per method, with empty cells where a method has no such number", () => {
    const table = methodsTable([open, direct], undefined);
    expect(cells(table)).toEqual({
      method: "PromptNCE",
      estimates: 10,
      unreadable: 2,
      other: 0.25,
      R: 0.5,
      rho_marginal: 0.75,
      decided: "both",
    });
    expect(cells(table, 1)).toEqual({
      method: "Direct-PMI",
      estimates: 10,
      unreadable: 0,
      other: undefined,
      R: undefined,
      rho_marginal: undefined,
      decided: undefined,
    });
  });

  it.each([
    [{ R: 2 }, "base rates"],
    [{ R: 0.5 }, "conditionals"],
    [{ R: Number.POSITIVE_INFINITY }, "base rates"],
    [{ R: Number.NaN }, undefined],
    [{ R: 0.2, rhoMarginal: 0.96 }, "both"],
  ])("says which term decides the order: %o, %s", (terms, term) => {
    expect(cells(methodsTable([{ ...direct, ...terms }], undefined))["decided"]).toBe(term);
  });

  it("has columns for people only if a method has scores, with the standard error of ρ", () => {
    const table = methodsTable([{ ...open, scores }, direct], undefined);
    expect(cells(table)).toMatchObject({
      scored: 9,
      rho: { value: 0.4, standardError: 0.1 },
      beyond: { value: 0.3, standardError: 0.05 },
      slope: 0.9,
      calibration_error: 0.02,
    });
    expect(cells(table, 1)).toMatchObject({ rho: undefined, slope: undefined });
    expect(table.rows.map((row) => row.length)).toEqual([14, 14]);
    expect(methodsTable([open], undefined).notes.map(noteText).join(" ")).not.toContain("people");
  });

  it("says which numbers rest on a draw, and on how many pairs", () => {
    const drawn = {
      ...open,
      scores,
      termsDrawn: { kept: 20_000, of: 213_188 },
      scoresDrawn: { kept: 20_000, of: 30_000 },
    };
    expect(methodsTable([drawn, direct], undefined).notes.slice(-2)).toEqual([
      "PromptNCE: the ρ of rarity is from 20,000 pairs, drawn at random from 213,188.",
      "PromptNCE: ρ with people and calibration are from 20,000 pairs, drawn at random from 30,000.",
    ]);
  });

  it("says if it is simulated", () => {
    expect(methodsTable([open], "a rehearsal").simulated).toBe("a rehearsal");
  });
});
