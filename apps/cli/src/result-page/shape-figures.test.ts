import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { DrawnFigure, PairRow } from "#report";
import { contextFigures, extremeFigures, heatFigures } from "./shape-figures.ts";

interface Terms {
  readonly pmi?: number;
  readonly conditional?: number;
  readonly context?: string;
}

function pair(x: string, y: string, { pmi, conditional = 0.5, context }: Terms): PairRow {
  const estimate = { method: "A", conditional, marginal: 0.5, status: "ok", asked: [] };
  return {
    dataset: "d",
    model: "m",
    pair: `${context} ${x} ${y}`,
    x,
    y,
    ...(context !== undefined && { context }),
    estimates: [{ ...estimate, ...(pmi !== undefined && { pmi }) }],
  };
}

const shape = (pairs: readonly PairRow[]) => ({ pairs, method: "A", simulated: undefined });
const cellsOf = ([figure]: readonly DrawnFigure[]) =>
  Papa.parse<Record<string, string>>(figure?.csv ?? "", {
    header: true,
    skipEmptyLines: true,
  }).data.map(({ group, label, pmi, clamped }) => [group, label, pmi, clamped].join("|"));
const many = (count: number, of: (i: number) => PairRow) =>
  Array.from({ length: count }, (_, i) => of(i));

describe("the heat map of a result", () => {
  it("has a cell per input and label", () => {
    const figures = heatFigures(
      shape([pair("u", "yes", { pmi: 1 }), pair("v", "no", { pmi: -1 })]),
    );
    expect(cellsOf(figures)).toEqual(["u|yes|1|", "v|no|-1|"]);
    expect(figures[0]?.title).toBe("PMI of each group and label, by A");
  });

  it("is absent with more than 12 inputs or labels", () => {
    expect(heatFigures(shape(many(13, (i) => pair(`x${i}`, "a", { pmi: 1 }))))).toEqual([]);
    expect(heatFigures(shape(many(13, (i) => pair("x", `y${i}`, { pmi: 1 }))))).toEqual([]);
    expect(heatFigures(shape(many(12, (i) => pair(`x${i}`, `y${i}`, { pmi: 1 }))))).toHaveLength(1);
  });

  it("takes the mean over a context's inputs if there are too many, without clamped values", () => {
    const pairs = many(26, (i) =>
      pair(`x${i}`, "a", { pmi: i < 13 ? 2 : 4, context: i < 13 ? "p" : "q" }),
    );
    const zero = pair("x99", "a", { pmi: -13, conditional: 0, context: "p" });
    const figures = heatFigures(shape([...pairs, zero]));
    expect(cellsOf(figures)).toEqual(["p|a|2|", "q|a|4|"]);
    expect(figures[0]?.title).toContain("Mean PMI");
  });

  it("distinguishes equal inputs by their contexts if there are few of both", () => {
    const figures = heatFigures(
      shape([pair("u", "a", { pmi: 1, context: "p" }), pair("u", "a", { pmi: 2, context: "q" })]),
    );
    expect(cellsOf(figures)).toEqual(["p: u|a|1|", "q: u|a|2|"]);
  });

  it("marks a cell whose PMI comes from a 0, and leaves out what could not be read", () => {
    const figures = heatFigures(
      shape([pair("u", "a", { pmi: -13.1, conditional: 0 }), pair("u", "b", {})]),
    );
    expect(cellsOf(figures)).toEqual(["u|a|-13.1|true"]);
  });
});

describe("the figures of a survey", () => {
  const asked = (context: string, pmi: number): PairRow => ({
    ...pair(`${context} / a nurse`, "yes", { pmi, context }),
    pmi: 2 * pmi,
  });

  it("are one for each question, with people beside the model", () => {
    const figures = contextFigures(shape([asked("Late?", 1), asked("Loud?", -1)]));
    expect(figures.map(({ title }) => title)).toEqual([
      "Late? PMI of each group and label, by people and A",
      "Loud? PMI of each group and label, by people and A",
    ]);
    expect(cellsOf(figures)).toEqual(["a nurse|yes|2|", "a nurse|yes|1|"]);
    expect(figures[0]?.csv).toContain("people");
  });

  it("are none of one question, of many, or of more groups than there is room for", () => {
    expect(contextFigures(shape([asked("Late?", 1)]))).toEqual([]);
    expect(contextFigures(shape(many(7, (i) => asked(`Q${i}`, 1))))).toEqual([]);
    const groups = many(26, (i) => pair(`x${i}`, "a", { pmi: 1, context: `q${i % 2}` }));
    expect(contextFigures(shape(groups))).toEqual([]);
  });
});

describe("the figure of extremes", () => {
  it("goes from the highest PMI to the lowest, with long inputs cut but distinguishable", () => {
    const found = {
      likelier: [
        { x: "u".repeat(60), y: "a", pmi: 2 },
        { x: "u".repeat(61), y: "a", pmi: 1 },
      ],
      unlikelier: [
        { x: "v", y: "b", pmi: -3 },
        { x: "w", y: "b", pmi: -1 },
      ],
    };
    const [figure] = extremeFigures(found, shape([]));
    const rows = Papa.parse<Record<string, string>>(figure!.csv, {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(rows.map(({ row, value }) => `${row} ${value}`)).toEqual([
      `${"u".repeat(47)}… → a 2`,
      `${"u".repeat(47)}… → a (2) 1`,
      "w → b -1",
      "v → b -3",
    ]);
  });

  it("is absent if every PMI is 0", () => {
    expect(extremeFigures({ likelier: [], unlikelier: [] }, shape([]))).toEqual([]);
  });
});
