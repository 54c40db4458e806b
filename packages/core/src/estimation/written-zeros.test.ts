import { describe, expect, it } from "vitest";
import type { Ask, Pmf, QueryOf } from "../types.ts";
import { estimate } from "./estimate.ts";
import { implied } from "./implied.ts";
import { method } from "./methods.ts";
import { questionKey, questionOf } from "./question.ts";
import { closed, direct, grounded, open } from "./terms.ts";
import { writtenZeros } from "./written-zeros.ts";

const candidates = ["A", "B"];
const trial = { id: "1", x: { cue: "X" }, y: "A", candidates };
const says = (answer: number | Pmf): Ask => (() => answer) as Ask;
const pmf = (a: number, resolution?: number): Pmf => ({
  labels: candidates,
  masses: [a, 1 - a],
  other: 0,
  ...(resolution && { resolution }),
});

describe("writtenZeros", () => {
  it("takes a zero of a set for half of the last digit that its reply shows", () => {
    expect(writtenZeros(open)(trial, says(pmf(0, 0.01)))).toBe(0.005);
    expect(writtenZeros(closed)(trial, says(pmf(0, 0.001)))).toBe(0.0005);
  });

  it("leaves whatever is above zero to the last bit, so that a truthful respondent's estimate is exact", () => {
    for (const p of [1e-9, 0.1 + 0.2, 1]) {
      expect(writtenZeros(open)(trial, says(pmf(p, 0.01)))).toBe(p);
      expect(writtenZeros(direct)(trial, says(p))).toBe(p);
    }
  });

  it("comes to the truth as the digits grow finer: to nothing, where it is nothing", () => {
    const units = [1e-2, 1e-4, 1e-8];
    expect(units.map((unit) => writtenZeros(open)(trial, says(pmf(0, unit))))).toEqual([0.005, 0.00005, 5e-9]);
  });

  it("takes a single zero, which shows no digits, for half of the least that the pool has above it", () => {
    const said = [0, 0.03, 0.002, undefined];
    const trials = said.map((_, i) => ({ ...trial, id: String(i), x: { cue: String(i) } }));
    const ask = ((query: QueryOf<"conditional">) => said[Number(query.x["cue"])]) as Ask;
    const of = (i: number) => writtenZeros(direct)(trials[i]!, ask, { trials, ask });
    expect([0, 1, 2, 3].map(of)).toEqual([0.001, 0.03, 0.002, undefined]);
  });

  it("leaves a zero for the clamp where nothing tells its digits", () => {
    expect(writtenZeros(direct)(trial, says(0))).toBe(0);
    expect(writtenZeros(open)(trial, says(pmf(0)))).toBe(0);
  });

  it("holds for a base rate as well, and within the mean that conditionals imply", () => {
    const grounding = { examples: [], labels: [] };
    const trials = [trial, { ...trial, id: "2", y: "B" }];
    const rates = ((query: QueryOf<"grounded">) => (query.y === "A" ? 0 : 0.04)) as Ask;
    expect(writtenZeros(grounded(grounding))(trial, rates, { trials, ask: rates })).toBe(0.02);
    const ask = says(pmf(0, 0.01));
    expect(implied(writtenZeros(open))(trial, ask, { trials, ask })).toBe(0.005);
  });

  it("is the variant +digits of a method by its name, which asks the same", () => {
    const { id, title, estimator } = method("promptnce+digits:empirical", {
      grounding: { examples: [], labels: [] },
      marginal: new Map([["A", 0.05]]),
    });
    expect([id, title]).toEqual(["promptnce+digits:empirical", "PromptNCE (empirical, zeros as written)"]);
    const key = questionKey(questionOf({ kind: "open", x: trial.x, candidates }, "words"));
    const [outcome] = estimate(estimator, [trial], new Map([[key, pmf(0, 0.01)]]), { task: "words" });
    expect(outcome?.estimate).toEqual({ conditional: 0.005, marginal: 0.05, pmi: Math.log(0.1) });
  });
});
