import { method } from "@promptnce/core/methods";
import type { Estimate } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import type { TrialEstimate } from "@promptnce/engine/run";
import { columnsOf } from "./result-columns.ts";
import { resultRows, type RowOptions } from "./result-writer.ts";
import { inBatches, row } from "../survey/rows.test.support.ts";
import { survey } from "../survey/survey.ts";

const [open, closed] = ["promptnce:ungrounded", "infonce"].map((id) =>
  method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() }),
);
const cat = row("cat", "a");
const rowColumns = [[0, "cue"]] as const;

function estimated(
  y: string,
  estimate: Estimate,
  more: Partial<TrialEstimate> = {},
): TrialEstimate {
  const trial = { id: y, x: cat.x, y, candidates: ["a", "b", "c"] };
  return { trial, method: open!, estimate, readable: true, ...more };
}

const terms = (conditional: number, marginal: number): Estimate => ({
  conditional,
  marginal,
  pmi: Math.log(conditional / marginal),
});

/** Rows as objects: of half of all inputs the cue is "cat". */
function written(estimates: readonly TrialEstimate[], more: Partial<RowOptions> = {}) {
  const survey = more.survey ?? { inputShare: (key: string) => (key === cat.key ? 0.5 : 0) };
  const { top, shown = new Set() } = more;
  const columns = columnsOf({
    counted: survey.people !== undefined,
    shown: shown.size > 0,
    ranked: top !== undefined,
  });
  const options: RowOptions = {
    rowColumns,
    xColumns: "cue",
    columns,
    model: "v:m",
    mode: "faithful" as const,
    shown,
    ...more,
    survey,
  };
  return resultRows({ row: cat, trials: [] }, estimates, options).map((values) => {
    expect(values).toHaveLength(1 + columns.length);
    return Object.fromEntries(
      ["cue", ...columns.map(({ name }) => name)].map((name, i) => [name, values[i]]),
    );
  });
}

describe("a row of the result", () => {
  it("has its terms, PMI in nats and NPMI, PMI / −log P(x) P(y|x)", () => {
    // P(x) P(y|x) is 1/2 · 1/4 = 2⁻³ and PMI log 2: NPMI is log 2 / 3 log 2.
    const [only] = written([estimated("a", terms(0.25, 0.125), { other: 0.1 })]);
    expect(only).toMatchObject({
      cue: "cat",
      y: "a",
      method: "promptnce:ungrounded",
      model: "v:m",
      status: "ok",
      conditional: 0.25,
      marginal: 0.125,
      pmi: Math.log(2),
      other: 0.1,
    });
    expect(only?.["npmi"]).toBeCloseTo(1 / 3, 12);
  });

  it("has NPMI of the clamp where P(y|x) was given as 0, as PMI is, and 0 where x and y are independent", () => {
    const never = { conditional: 0, marginal: 0.5, pmi: Math.log(1e-6 / 0.5) };
    const least = { conditional: 1e-6, marginal: 0.5, pmi: Math.log(1e-6 / 0.5) };
    const [zero, clamp] = written([estimated("a", never), estimated("b", least)]);
    expect(zero?.["npmi"]).toBeCloseTo(Math.log(1e-6 / 0.5) / -Math.log(0.5 * 1e-6), 12);
    expect(zero?.["npmi"]).toBe(clamp?.["npmi"]);
    expect(written([estimated("a", terms(0.5, 0.5))])[0]?.["npmi"]).toBeCloseTo(0, 12);
  });

  it("leaves NPMI empty of an x that nobody answered, whose P(x) is 0", () => {
    const [only] = written([estimated("a", terms(0.5, 0.1))], { survey: { inputShare: () => 0 } });
    expect(only).toMatchObject({ pmi: Math.log(0.5 / 0.1), npmi: null });
  });

  it("leaves NPMI empty where nothing varies: one x with one y", () => {
    const [only] = written([estimated("a", terms(1, 1))], { survey: { inputShare: () => 1 } });
    expect(only).toMatchObject({ pmi: 0, npmi: null });
  });

  it("leaves empty what was not elicited, NPMI with it, and says what could not be read", () => {
    const [without, unread] = written([
      estimated("a", { conditional: 0.5, pmi: Math.log(0.5) }, { method: closed! }),
      estimated("a", { marginal: 0.5 }, { readable: false }),
    ]);
    expect(without).toMatchObject({ status: "ok", marginal: null, npmi: null, other: null });
    expect(unread).toMatchObject({
      status: "unreadable",
      marginal: 0.5,
      conditional: null,
      pmi: null,
      npmi: null,
    });
  });

  it("has what people did where it is known, the PMI of what nobody gave left empty", async () => {
    const rows = [
      row("cat", "a", 3),
      row("cat", "b", 1),
      row("cat", "c", 0),
      row("sun", "c", 4),
      row("sea", "a", 0),
    ];
    const columns = { x: [{ field: "cue", column: "cue" }], y: "y", count: "n" };
    const { people } = await survey(inBatches(rows), { columns, file: "r", seed: "1" });
    const known = { inputShare: () => 0.5, people: people! };
    const [a, , c] = written(
      ["a", "b", "c"].map((y) => estimated(y, {})),
      { survey: known },
    );
    expect(a).toMatchObject({ count: 3, true_conditional: 0.75, true_marginal: 3 / 8 });
    expect(a?.["true_pmi"]).toBeCloseTo(Math.log(2), 12);
    expect(c).toMatchObject({ count: 0, true_conditional: 0, true_marginal: 0.5, true_pmi: null });
    const sea = { row: row("sea", "a"), trials: [] };
    const options = {
      rowColumns,
      xColumns: "cue",
      columns: columnsOf({ counted: true }),
      survey: known,
      model: "v:m",
      mode: "faithful" as const,
    };
    const [unanswered] = resultRows(sea, [estimated("a", {})], { ...options, shown: new Set() });
    expect(unanswered?.slice(-5)).toEqual([0, null, 3 / 8, null, "cue"]);
  });
});

it("a row that could not be used is one row with its cells, who would have answered, and why in its status", () => {
  const bad = { ...cat, problem: "cue is empty" };
  const options = {
    rowColumns,
    xColumns: "cue",
    columns: columnsOf({}),
    survey: { inputShare: () => 0 },
    model: "v:m",
    mode: "faithful" as const,
  };
  const rows = resultRows({ row: bad, trials: [] }, [], { ...options, shown: new Set() });
  expect(rows).toEqual([
    ["cat", null, null, "v:m", "skipped: cue is empty", null, null, null, null, null, "cue"],
  ]);
});

describe("the column shown", () => {
  it("says of each pair whether a prompt of the run showed it", () => {
    const rows = written([estimated("a", {}), estimated("b", {})], { shown: new Set(["b"]) });
    expect(rows.map(({ y, shown }) => `${y} ${shown}`)).toEqual(["a false", "b true"]);
  });

  it("is not there where no method shows pairs", () => {
    expect(written([estimated("a", {})])[0]).not.toHaveProperty("shown");
  });
});

describe("the rows of a unit", () => {
  it("are in the order of the estimates", () => {
    const all = ["c", "a", "b"].flatMap((y) =>
      [open!, closed!].map((of) => estimated(y, {}, { method: of })),
    );
    expect(written(all).map(({ y, method: id }) => `${y} ${id}`)).toEqual(
      ["c", "a", "b"].flatMap((y) => [`${y} promptnce:ungrounded`, `${y} infonce`]),
    );
  });

  it("are ranked by PMI where the most informative are wanted, each method's from 1", () => {
    const all = ["a", "b", "c"].flatMap((y, i) => [
      estimated(y, { pmi: i }),
      estimated(y, { pmi: -i }, { method: closed! }),
    ]);
    const ranked = written(all, { top: 2 });
    expect(ranked.map(({ method: id, rank, y }) => `${id} ${rank} ${y}`)).toEqual([
      "promptnce:ungrounded 1 c",
      "promptnce:ungrounded 2 b",
      "infonce 1 a",
      "infonce 2 b",
    ]);
  });

  it("with equal PMI are ranked in the order they come", () => {
    const all = ["a", "b", "c"].map((y) => estimated(y, { pmi: 1 }));
    expect(written(all, { top: 3 }).map(({ y }) => y)).toEqual(["a", "b", "c"]);
  });

  it("without a PMI have no rank, so that fewer may be written than were wanted", () => {
    const all = [
      estimated("a", { marginal: 0.5 }, { readable: false }),
      estimated("b", { pmi: -1 }),
    ];
    expect(written(all, { top: 2 })).toMatchObject([{ y: "b", rank: 1 }]);
    expect(written(all.slice(0, 1), { top: 2 })).toEqual([]);
  });
});
