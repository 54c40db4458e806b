import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { DrawnFigure, PairEstimate, PairRow } from "#report";
import { peopleFigures, spreadFigures } from "./page-figures.ts";

type Terms = Pick<PairEstimate, "conditional" | "marginal" | "pmi">;

function pair(x: string, methods: Readonly<Record<string, Terms>>, truth: Terms = {}): PairRow {
  const estimates = Object.entries(methods).map(([method, terms]) => ({
    method,
    ...terms,
    status: "ok",
    asked: [],
  }));
  return { dataset: "words", model: "m", pair: x, x, y: "a", ...truth, estimates };
}

const shown = (pairs: readonly PairRow[]) => ({
  task: "words",
  model: "m",
  pairs,
  simulated: undefined,
});
const rowsOf = ({ csv }: DrawnFigure) =>
  Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

const whole = { conditional: 0.5, marginal: 0.25, pmi: Math.log(2) };

describe("the figures of the spread", () => {
  it("show the estimates of all methods that give both terms", () => {
    const figures = spreadFigures(
      shown([pair("cat", { A: whole, B: { pmi: 1 } }), pair("sun", { A: whole, B: {} })]),
    );
    const points = rowsOf(figures[0]!);
    expect(points.map(({ method, pair: name }) => `${method} ${name}`)).toEqual([
      "A cat → a",
      "A sun → a",
    ]);
  });

  it("are absent if no method gives both terms", () => {
    expect(spreadFigures(shown([pair("cat", { B: { pmi: 1 } })]))).toEqual([]);
    expect(spreadFigures(shown([]))).toEqual([]);
  });
});

describe("the figures of people", () => {
  const three = (terms: (i: number) => Terms) =>
    [1, 2, 3].map((i) =>
      pair(
        `x${i}`,
        { A: terms(i), B: terms(4 - i) },
        { conditional: i / 4, marginal: 0.5, pmi: i },
      ),
    );

  it("show estimated against counted PMI and P(y|x), one panel per method", () => {
    const figures = peopleFigures(
      shown(three((i) => ({ conditional: i / 8, marginal: 0.5, pmi: 10 * i }))),
    );
    expect(figures.map(({ name }) => name)).toEqual(["people-pmi", "people-conditional"]);
    const [pmi, conditional] = figures.map(rowsOf);
    expect(pmi?.map(({ method, estimate, truth }) => `${method} ${estimate} ${truth}`)).toEqual([
      "A 10 1",
      "A 20 2",
      "A 30 3",
      "B 30 1",
      "B 20 2",
      "B 10 3",
    ]);
    expect(conditional?.[0]).toMatchObject({ estimate: "0.125", truth: "0.25" });
  });

  it("mark the pairs whose PMI is clamped because a term was answered as 0", () => {
    const figures = peopleFigures(
      shown(three((i) => ({ conditional: (i - 1) / 2, marginal: 0.5, pmi: i }))),
    );
    const [pmi, conditional] = figures.map(rowsOf);
    const marked = (rows: typeof pmi) =>
      rows?.flatMap(({ method, pair: name, clamped }) =>
        clamped === "true" ? [`${method} ${name}`] : [],
      );
    expect(marked(pmi)).toEqual(["A x1 → a", "B x3 → a"]);
    expect(marked(conditional)).toEqual([]);
  });

  it("leave out pairs that a prompt has shown, as the scores do", () => {
    const pairs = three((i) => ({ pmi: i }));
    const fourth = { ...pairs[0]!, pair: "x4", x: "x4", shown: true as const };
    const [figure] = peopleFigures(shown([...pairs, fourth]));
    expect(rowsOf(figure!).map(({ pair: name }) => name)).not.toContain("x4 → a");
    expect(rowsOf(figure!)).toHaveLength(6);
  });

  it("do not set log P(y|x) of a method without a base rate against PMI", () => {
    const names = (terms: (i: number) => Terms) =>
      peopleFigures(shown(three(terms))).map(({ name }) => name);
    expect(names((i) => ({ conditional: i / 8, pmi: Math.log(i / 8) }))).toEqual([
      "people-conditional",
    ]);
  });

  it("leave out a term that no method gives", () => {
    const names = peopleFigures(shown(three((i) => ({ pmi: i })))).map(({ name }) => name);
    expect(names).toEqual(["people-pmi"]);
  });

  it("leave out a method with fewer than three pairs that have both numbers", () => {
    const pairs = three((i) => ({ pmi: i }));
    const [first, second, third] = pairs as [PairRow, PairRow, PairRow];
    const unread = { ...third, estimates: third.estimates.filter(({ method }) => method === "A") };
    const [figure] = peopleFigures(shown([first, second, unread]));
    expect(new Set(rowsOf(figure!).map(({ method }) => method))).toEqual(new Set(["A"]));
    const { pmi: _, ...uncounted } = third;
    expect(peopleFigures(shown([first, second, uncounted]))).toEqual([]);
  });

  it("accept estimates that are all equal", () => {
    const [figure] = peopleFigures(shown(three(() => ({ pmi: 1 }))));
    expect(figure?.svg).toContain("<svg");
  });
});
