import { describe, expect, it } from "vitest";
import { aliasSampler } from "../sampling/alias-sampler.ts";
import { normal, random } from "../sampling/random.ts";
import type { Ask, CountedLabels, QueryOf, Trial } from "../types.ts";
import { counted } from "./counted.ts";
import { method } from "../methods/methods.ts";
import { plan } from "../estimation/plan.ts";
import { ungrounded } from "./terms.ts";

const source = random("counted");
const labels = Array.from({ length: 200 }, (_, i) => `L${i}`);
const weights = labels.map(() => Math.exp(1.5 * normal(source)));
const sum = weights.reduce((one, two) => one + two, 0);
const truth = new Map(labels.map((y, i) => [y, weights[i]! / sum]));
const trialOf = (y: string): Trial => ({ id: y, x: { cue: "X" }, y, candidates: [y] });

function drawn(total: number, seed = "1"): CountedLabels {
  const counts = new Map(labels.map((y) => [y, 0]));
  for (const place of aliasSampler(weights)(total, random(seed)))
    counts.set(labels[place]!, counts.get(labels[place]!)! + 1);
  return { counts, total };
}

/** A respondent whose rates err by a factor and so many nats about it. */
function saying(spread: number, factor = 1): Ask {
  const error = random("error");
  const said = new Map(
    labels.map((y) => [y, Math.min(1, factor * truth.get(y)! * Math.exp(spread * normal(error)))]),
  );
  return ((query: QueryOf<"marginal">) => said.get(query.y)) as Ask;
}

const marginalsOf = (counts: CountedLabels, ask: Ask) => {
  const term = counted(counts, ungrounded);
  const trials = labels.map(trialOf);
  const group = { trials, ask };
  return trials.map((trial) => term(trial, ask, group)!);
};

/** Root mean squared error of the logarithm, a count of zero taken as a half. */
function error(marginals: readonly number[]): number {
  const squares = labels.map((y, i) => Math.log(marginals[i]! / truth.get(y)!) ** 2);
  return Math.sqrt(squares.reduce((one, two) => one + two, 0) / labels.length);
}

const countsAlone = ({ counts, total }: CountedLabels) =>
  labels.map((y) => Math.max(0.5, counts.get(y)!) / total);

describe("counted", () => {
  it("is a truthful respondent's rate to 1e-9 where counts bear it out", () => {
    const exact = { counts: new Map(labels.map((y) => [y, 5000 * truth.get(y)!])), total: 5000 };
    for (const [i, p] of marginalsOf(exact, saying(0)).entries()) {
      expect(Math.abs(p - truth.get(labels[i]!)!)).toBeLessThan(1e-9);
    }
  });

  it("is the counted share in the limit of many counts, whatever the model says", () => {
    const total = 1e13;
    const exact = { counts: new Map(labels.map((y) => [y, total * truth.get(y)!])), total };
    for (const [i, p] of marginalsOf(exact, saying(1, 3)).entries()) {
      expect(Math.abs(p - truth.get(labels[i]!)!)).toBeLessThan(1e-9);
    }
  });

  it("is the model's rate where nothing was counted", () => {
    const ask = saying(1);
    expect(marginalsOf({ counts: new Map(), total: 0 }, ask)).toEqual(
      labels.map((y) => ungrounded(trialOf(y), ask)),
    );
  });

  it.each([
    [100, 0.5, 1],
    [1000, 0.5, 1],
    [1000, 1, 5],
    [3000, 1, 0.2],
    [30_000, 1, 1],
  ])(
    "of %i counts errs no more than the better of both, with rates %f nats off a factor of %f",
    (n, spread, factor) => {
      const ask = saying(spread, factor);
      const alone = labels.map((y) => ungrounded(trialOf(y), ask)!);
      const counts = drawn(n);
      // The scale that a hundred counts tell errs by a tenth of a nat.
      expect(error(marginalsOf(counts, ask))).toBeLessThan(
        1.1 * Math.min(error(alone), error(countsAlone(counts))),
      );
    },
  );

  it("leaves a label out whose rate cannot be read, and has none of its own for it", () => {
    const ask = saying(0.5);
    const silent: Ask = ((query: QueryOf<"marginal">) =>
      query.y === "L3" ? undefined : ask(query)) as Ask;
    const group = { trials: labels.map(trialOf), ask: silent };
    const term = counted(drawn(1000), ungrounded);
    expect(term(trialOf("L3"), silent, group)).toBeUndefined();
    expect(term(trialOf("L4"), silent, group)).toBeCloseTo(marginalsOf(drawn(1000), ask)[4]!, 3);
  });

  it("is the same without a group where the rates of its labels are asked for with each trial's", () => {
    const ask = saying(0.5);
    const alone = counted({ ...drawn(1000), asked: labels }, ungrounded);
    expect(labels.map((y) => alone(trialOf(y), ask))).toEqual(marginalsOf(drawn(1000), ask));
  });

  it.each([
    [undefined, ["L9"]],
    [
      ["L0", "L1"],
      ["L9", "L0", "L1"],
    ],
  ])("with %j asked asks for the rates of %j", (also, rates) => {
    const counts = { counts: new Map([["L0", 2]]), total: 2, ...(also && { asked: also }) };
    const context = { grounding: { examples: [], labels: [] }, marginal: truth, counts };
    const { estimator, title } = method("promptnce:counted", context);
    expect(title).toBe("PromptNCE (counted)");
    const asked = [...plan([{ task: "words", estimators: [estimator], trials: [trialOf("L9")] }])];
    expect(asked.flatMap((query) => ("y" in query ? [query.y] : []))).toEqual(rates);
  });
});
