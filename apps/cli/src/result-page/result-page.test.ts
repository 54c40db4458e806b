import { describe, expect, it } from "vitest";
import type { PairRow } from "#report";
import { Extremes, type MethodSummary } from "@promptnce/rows";
import { resultPage, type ResultPageParts, unreadableFact } from "./result-page.ts";

const summary: MethodSummary = {
  method: { id: "promptnce", title: "PromptNCE" },
  estimates: 1200,
  unreadable: 34,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
};
const scores = { pairs: 1500, rho: 0.456, rhoError: 0.0321, slope: 1, calibrationError: 0.1 };

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
    extremes: new Extremes([]),
    next: ["Try this."],
    ...more,
  });
}

/** What the page says first, on one line. */
function outcome(html: string): string {
  const [, text = ""] = /(Outcome: .*?)<nav/s.exec(html) ?? [];
  return text
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#39;", "'")
    .trim();
}

describe("the outcome on a page of estimates", () => {
  it("is ρ with people where they were counted, with its standard error and of how many pairs", () => {
    const text = outcome(pageOf([{ ...summary, scores }]));
    expect(text).toContain("Spearman's ρ between estimated PMI and that of people's counts");
    expect(text).toMatch(/PromptNCE.*0\.46 ± 0\.03/);
    expect(text).toContain("over 1,500 pairs");
  });

  it("says that a method has no score where nothing varies or nobody was counted", () => {
    const same = { ...summary, scores: { ...scores, rho: Number.NaN, rhoError: Number.NaN } };
    expect(outcome(pageOf([same]))).toContain("no score");
    expect(
      outcome(
        pageOf([
          { ...summary, scores },
          { ...summary, R: 2 },
        ]),
      ),
    ).toContain("no score");
    expect(outcome(pageOf([same]))).not.toContain("NaN");
  });

  it.each([
    [2, "the elicited base rates", "2.00"],
    [0.5, "the conditionals", "0.50"],
    [Number.POSITIVE_INFINITY, "the elicited base rates", "∞"],
    [Number.NaN, "cannot be told", ""],
    [undefined, "cannot be told", ""],
  ])("is what decides the ranking where nobody was counted: R = %s, %s", (R, said, value) => {
    const text = outcome(pageOf([{ ...summary, ...(R !== undefined && { R }) }]));
    expect(text).toContain("what decides the ranking");
    expect(text).toContain(said);
    expect(text).toContain(value);
    expect(text).not.toContain("NaN");
  });
});

it("a page names both terms where R and the ρ of rarity say different ones", () => {
  const text = outcome(pageOf([{ ...summary, R: 0.2, rhoMarginal: 0.96 }]));
  expect(text).toMatch(/both terms together.*R 0\.20 , ρ of rarity 0\.96/);
});

describe("a page of estimates", () => {
  it("leaves out sections that have nothing to show", () => {
    const html = pageOf([summary], { next: [] });
    expect([...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      "methods",
      "pairs",
      "unreadable",
      "provenance",
    ]);
  });

  it("has what its pairs give: spread, and people where they were counted; and the extremes of all rows", () => {
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
      { trial: { id: "p", y: "a" }, method: summary.method, estimate: { pmi: 12.42 }, readable: true },
      () => "on no page",
    );
    const html = pageOf([summary], { pairs: { pairs, questions: [] }, extremes: found });
    expect(html).toMatch(/on no page.*12\.42/);
    const ids = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["methods", "next", "people", "spread", "extremes", "pairs", "unreadable", "provenance"]);
  });
});

it("what could not be read is summed up over all methods", () => {
  expect(unreadableFact([summary, { ...summary, unreadable: 0 }])).toEqual(["Unreadable", "34 of 2,400 estimates"]);
});
