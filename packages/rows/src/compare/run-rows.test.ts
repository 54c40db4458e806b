import { describe, expect, it } from "vitest";
import type { FileRecord } from "../formats/records.ts";
import { benchRow, estimateRow } from "./open-run.ts";

function record(cells: Readonly<Record<string, string>>): FileRecord {
  const entries = new Map(Object.entries(cells));
  return {
    line: 4,
    columns: [...entries.keys()],
    value: (column) => entries.get(column),
    cell: () => null,
  };
}

const result = {
  cue: "cat",
  y: "dog",
  method: "promptnce",
  model: "v:m",
  status: "ok",
  conditional: "0.5",
  marginal: "0.25",
  pmi: "0.69",
  npmi: "",
  other: "",
};
const ofResult = (cells: Readonly<Record<string, string>>) =>
  estimateRow("r.csv", "pmi")(record(cells))!;

describe("a row of a result of estimate", () => {
  it("has its method, estimate and, where people were counted, the truth", () => {
    expect(ofResult({ ...result, count: "3", true_pmi: "0.5" })).toMatchObject({
      group: "promptnce",
      method: "promptnce",
      estimate: 0.69,
      truth: 0.5,
    });
    expect(ofResult(result).truth).toBeUndefined();
    expect(ofResult({ ...result, true_pmi: "" }).truth).toBeUndefined();
    expect(ofResult({ ...result, pmi: "" }).estimate).toBeUndefined();
  });

  it("was shown in a prompt where its column says so, which is none of x", () => {
    expect(ofResult(result).shown).toBe(false);
    expect(ofResult({ ...result, shown: "false" }).shown).toBe(false);
    expect(ofResult({ ...result, shown: "true" })).toMatchObject({
      shown: true,
      pair: ofResult(result).pair,
    });
  });

  it("is of the pair of its x and y, in whatever order the columns stand and whatever else is known of it", () => {
    const two = { premise: "p", hypothesis: "h", ...result };
    const { cue: _, ...rest } = result;
    const turned = { ...rest, rank: "3", count: "2", cue: "cat", hypothesis: "h", premise: "p" };
    expect(ofResult(turned).pair).toBe(ofResult(two).pair);
    expect(ofResult({ ...two, premise: "h", hypothesis: "p" }).pair).not.toBe(ofResult(two).pair);
    expect(ofResult({ ...two, y: "fox" }).pair).not.toBe(ofResult(two).pair);
    expect(ofResult({ ...two, y: "fox" }).input).toBe(ofResult(two).input);
  });

  it("estimates PMI itself only with a base rate, and P(y|x) always", () => {
    expect(ofResult(result).sameScale).toBe(true);
    expect(ofResult({ ...result, marginal: "" }).sameScale).toBe(false);
    const conditional = estimateRow(
      "r.csv",
      "conditional",
    )(record({ ...result, marginal: "", true_conditional: "0.4" }));
    expect(conditional).toMatchObject({ sameScale: true, estimate: 0.5, truth: 0.4 });
  });

  it.each([
    [
      { cue: "cat", y: "dog", conditional: "", marginal: "", pmi: "", status: "ok" },
      "r.csv, line 4: there is no column method; give the results of an estimate run or the folder of a bench run.",
    ],
    [{ ...result, pmi: "much" }, 'r.csv, line 4: pmi is "much"; a number was expected.'],
    [{ ...result, pmi: "-Infinity" }, 'r.csv, line 4: pmi is "-Infinity"; a number was expected.'],
    [
      { ...result, conditional: "7" },
      'r.csv, line 4: conditional is "7"; a probability from 0 to 1 was expected.',
    ],
    [
      { ...result, true_conditional: "7" },
      'r.csv, line 4: true_conditional is "7"; a probability from 0 to 1 was expected.',
    ],
    [
      { ...result, status: "weird" },
      'r.csv, line 4: status is "weird"; "ok" or "zero" or "unreadable" was expected.',
    ],
    [
      { cue: "cat", y: "dog", method: "gem", status: "ok", conditional: "0.5", marginal: "0.5" },
      "r.csv, line 4: there is no column pmi; give",
    ],
  ])("is none: %j", (cells, sentence) => {
    expect(() => ofResult(cells)).toThrow(sentence);
  });
});

describe("a row of a bench run", () => {
  const bench = {
    dataset: "words",
    list: "evaluation",
    k: "5",
    sample: "0",
    method: "promptnce",
    model: "m",
    provider: "v",
    pair: "cat/dog",
    x: "cat",
    y: "dog",
    marginal: "0.1",
    pmi: "0.5",
    est_pmi: "0.69",
    est_marginal: "",
    conditional: "0.4",
    est_conditional: "0.5",
  };
  const ofBench = (cells: Readonly<Record<string, string>>, apart: readonly string[] = []) =>
    benchRow("e.csv", "pmi", apart)(record(cells));

  it("has its dataset, K and method for a group, and the model where there are several", () => {
    expect(ofBench(bench)).toEqual({
      group: "words, K = 5, promptnce",
      method: "promptnce",
      pair: JSON.stringify(["cat/dog", "cat", "dog", "0.4", "0.1", "0.5"]),
      label: JSON.stringify(["cat/dog", "cat", "dog", "0.4", "0.1", "0.5"]),
      input: "cat",
      estimate: 0.69,
      truth: 0.5,
      shown: false,
      sameScale: false,
    });
    expect(ofBench(bench, ["model"])?.group).toBe("words, K = 5, promptnce, m");
    expect(ofBench(bench, ["provider", "model"])?.group).toBe("words, K = 5, promptnce, v:m");
  });

  it.each([
    ["pmi", { est_pmi: "high" }, 'e.csv, line 4: est_pmi is "high"; a number was expected.'],
    [
      "pmi",
      { est_marginal: "2" },
      'e.csv, line 4: est_marginal is "2"; a probability from 0 to 1 was expected.',
    ],
    [
      "conditional",
      { est_conditional: "7" },
      'e.csv, line 4: est_conditional is "7"; a probability from 0 to 1 was expected.',
    ],
    [
      "conditional",
      { conditional: "7" },
      'e.csv, line 4: conditional is "7"; a probability from 0 to 1 was expected.',
    ],
  ] as const)("is none on %s with %j", (quantity, cells, sentence) => {
    expect(() => benchRow("e.csv", quantity, [])(record({ ...bench, ...cells }))).toThrow(sentence);
  });

  it("is of the same pair only with the same id, texts and true values", () => {
    expect(ofBench({ ...bench, method: "infonce" })?.pair).toBe(ofBench(bench)?.pair);
    for (const other of [{ pair: "2/a" }, { x: "two" }, { y: "b" }, { pmi: "1.7" }]) {
      expect(ofBench({ ...bench, ...other })?.pair).not.toBe(ofBench(bench)?.pair);
    }
  });

  it("is passed over where it is of another list or of a repeated draw", () => {
    expect(ofBench({ ...bench, list: "stability" })).toBeUndefined();
    expect(ofBench({ ...bench, sample: "1" })).toBeUndefined();
  });
});
