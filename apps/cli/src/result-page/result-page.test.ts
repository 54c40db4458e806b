import { describe, expect, it } from "vitest";
import type { PairRow } from "#report";
import { Extremes, type MethodSummary } from "@promptnce/rows/summary";
import { resultPage, type ResultPageParts, unreadableFact } from "./result-page.ts";

const summary: MethodSummary = {
  method: { id: "promptnce", title: "PromptNCE" },
  estimates: 1200,
  unreadable: 34,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
};
const scores = {
  pairs: 1500,
  rows: 1500,
  rho: 0.456,
  rhoError: 0.0321,
  interval: { low: 0.39, high: 0.52 },
  unit: { name: "pair", count: 50, effective: 50, isFew: false },
  terms: {},
  blind: {},
  beyond: { rho: 0.3, rhoError: 0.05, interval: { low: 0, high: 1 } },
  slope: 1,
  calibrationError: 0.1,
};

function pageOf(methods: readonly MethodSummary[], more: Partial<ResultPageParts> = {}): string {
  return resultPage({
    title: "PMI of rows",
    generator: "promptnce estimate",
    simulated: undefined,
    facts: [],
    pairs: { pairs: [], questions: [] },
    pairsIntro: "Every pair.",
    unreadable: [],
    manifest: {},
    task: "words",
    model: "m",
    methods,
    limits: [],
    extremes: new Extremes([]),
    next: ["Try this."],
    ...more,
  });
}

describe("a page of estimates", () => {
  it("leaves out sections that have nothing to show", () => {
    const html = pageOf([summary], { next: [] });
    expect([...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      "methods",
      "appendix",
      "pairs",
      "unreadable",
      "provenance",
    ]);
  });

  it("shows what its pairs give: the spread, people's numbers if counted, and the extremes of all rows", () => {
    const pairs = [1, 2, 3].map((i): PairRow => {
      const terms = { conditional: i / 4, marginal: 0.5, pmi: Math.log(i / 2) };
      return {
        dataset: "words",
        model: "m",
        pair: `${i}`,
        x: `x${i}`,
        y: "a",
        ...terms,
        estimates: [{ method: "PromptNCE", ...terms, status: "ok", asked: [] }],
      };
    });
    const found = new Extremes([summary.method]);
    found.add(
      {
        trial: { id: "p", y: "a" },
        method: summary.method,
        estimate: { pmi: 12.42 },
        readable: true,
      },
      () => "on no page",
    );
    const html = pageOf([summary], { pairs: { pairs, questions: [] }, extremes: found });
    expect(html).toMatch(/on no page.*12\.42/);
    const ids = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([
      "methods",
      "next",
      "people",
      "spread",
      "appendix",
      "pairs",
      "unreadable",
      "provenance",
    ]);
  });
});

it("sums up unreadable replies over all methods", () => {
  expect(unreadableFact([summary, { ...summary, unreadable: 0 }])).toEqual([
    "Unreadable",
    "34 of 2,400 estimates",
  ]);
});

/** The first screen's verdict and what is said below it, on one line. */
function firstScreen(html: string): string {
  const said = [...html.matchAll(/<p class="(?:verdict|said)">([^<]*)</g)].map(([, text]) => text);
  return said.join(" ").replaceAll("&#39;", "'");
}

describe("the first screen of estimates", () => {
  const pairs = [-1, 1, Math.log(2)].map((pmi, i): PairRow => {
    const estimate = {
      method: "PromptNCE",
      conditional: 0.5,
      marginal: 0.5,
      pmi,
      status: "ok",
      asked: [],
    };
    return { dataset: "d", model: "m", pair: `${i}`, x: `x${i}`, y: "a", estimates: [estimate] };
  });
  const said = (method: MethodSummary, own = pairs) =>
    firstScreen(pageOf([method], { pairs: { pairs: own, questions: [] } }));

  it("says in plain words how much x tells about y, and what PMI is", () => {
    const text = said(summary);
    expect(text).toContain(
      "According to PromptNCE, x makes y likelier in 2 of the 3 pairs on this page",
    );
    expect(text).toContain("typically x makes y 2.0 times as likely");
    expect(text).toContain("PMI says how many times as likely y is given x as it is overall");
  });

  it("leaves an answer of 0 out of the median pair, since its PMI is a clamp", () => {
    const zero = { ...pairs[0]!.estimates[0]!, conditional: 0, pmi: -13.8 };
    const zeros = pairs.map((pair) => ({ ...pair, estimates: [zero] }));
    expect(said(summary, [...pairs, ...zeros])).toContain(
      "typically, in the 3 without an answer of 0, x makes y 2.0 times as likely",
    );
    expect(said(summary, zeros)).toContain(
      "PromptNCE measures nothing here: in each of the 3 pairs on this page the model answered 0 as a probability.",
    );
    expect(said(summary, zeros)).not.toContain("likelier in");
  });

  it("shows the shape of the data first: each group and label, or else the extremes", () => {
    const many = Array.from({ length: 13 }, (_, i) => ({ ...pairs[0]!, pair: `${i}`, x: `x${i}` }));
    const extremes = new Extremes([summary.method]);
    extremes.add(
      { trial: { id: "p", y: "a" }, method: summary.method, estimate: { pmi: 2 }, readable: true },
      () => "u",
    );
    const figureOf = (own: readonly PairRow[]) =>
      /<figure[^]*?id="figure-([^"]*)"/.exec(
        pageOf([summary], { pairs: { pairs: own, questions: [] }, extremes }),
      )?.[1];
    expect(figureOf(pairs)).toBe("heat");
    expect(figureOf(many)).toBe("extremes");
  });

  it.each([
    [scores, "Its ranking agrees with people's (ρ 0.46 ± 0.03)"],
    [
      {
        ...scores,
        gate: {
          by: "levels" as const,
          value: 0.5,
          standardError: 0.1,
          units: 20,
          aboveChance: false,
        },
      },
      "agrees with people's (ρ 0.46 ± 0.03), but a method that ignores x or y might do as well.",
    ],
    [
      {
        ...scores,
        gate: {
          by: "label" as const,
          value: 0.5,
          standardError: 0.1,
          units: 20,
          aboveChance: true,
        },
      },
      "(ρ 0.46 ± 0.03), but nothing here would detect estimates that ignore y.",
    ],
    [
      {
        ...scores,
        gate: {
          by: "centred" as const,
          value: 0.5,
          standardError: 0.1,
          units: 20,
          aboveChance: true,
        },
      },
      "(ρ 0.46 ± 0.03).",
    ],
    [
      { ...scores, rho: -0.4, interval: { low: -0.5, high: -0.3 } },
      "Its ranking contradicts people's",
    ],
    [
      { ...scores, rho: 0.05, interval: { low: -0.01, high: 0.11 } },
      "Its ranking is not shown to be related to people's",
    ],
    [{ ...scores, pairs: 10 }, "People's answers cover 10 of these pairs, too few to say"],
  ])("says whether the order is people's: %o", (own, sentence) => {
    expect(said({ ...summary, scores: own })).toContain(sentence);
  });

  it("calls the numbers of a method without a base rate what they are", () => {
    const none = {
      ...summary,
      method: { id: "promptnce:none", title: "PromptNCE (no marginal)" },
      scores: { ...scores, rho: -0.4, interval: { low: -0.5, high: -0.3 } },
    };
    const own = pairs.map((pair) => ({
      ...pair,
      estimates: pair.estimates.map((one) => ({ ...one, method: none.method.title })),
    }));
    const text = firstScreen(pageOf([none], { pairs: { pairs: own, questions: [] } }));
    expect(text).toContain(
      "its numbers are log P(y|x), not PMI. Its ranking has a ρ of −0.40 ± 0.03",
    );
    expect(text).not.toMatch(/likelier in|contradicts/);
  });

  it("says what limits the result", () => {
    const own = { ...summary, belowClamp: 3 };
    const limits = ["PromptNCE: base rates decide.", "Direct-Split: another."];
    const html = pageOf([own], { pairs: { pairs, questions: [] }, limits });
    const text = firstScreen(html);
    expect(text).toContain("without people's answers");
    expect(text).toContain("Limit: PromptNCE: base rates decide.");
    expect(text).toContain("Limit: Direct-Split: another.");
    expect(text).toContain("34 of 1,200 estimates could not be read");
    expect(text).toContain("3 estimates have a term below 0.000001");
  });

  it("says so if nothing could be read", () => {
    expect(said(summary, [])).toContain("No estimate of PMI could be read.");
  });
});
