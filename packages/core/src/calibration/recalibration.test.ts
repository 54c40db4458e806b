import { describe, expect, test } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { normal, random } from "../sampling/random.ts";
import { fitRecalibration, recalibrate, type DevelopmentPair } from "./recalibration.ts";

const source = random("recalibration");
/** Truth whose conditional the method squares: the ranking of each term is right, of PMI wrong. */
const pairs = Array.from({ length: 700 }, (): DevelopmentPair => {
  const truth = {
    conditional: Math.exp(-Math.abs(normal(source))),
    marginal: Math.exp(-2 - 2 * Math.abs(normal(source))),
  };
  const conditional = truth.conditional ** 6;
  const marginal = truth.marginal;
  return { truth, estimate: { conditional, marginal, pmi: Math.log(conditional / marginal) } };
});
const development = pairs.slice(0, 200);
const evaluation = pairs.slice(200);
const score = (pmi: readonly (number | undefined)[]) =>
  spearman(
    pmi.map((value) => value!),
    evaluation.map(({ truth }) => Math.log(truth.conditional / truth.marginal)),
  );

describe("recalibration", () => {
  test("of a distorted conditional raises the score of held-out pairs", () => {
    const fitted = fitRecalibration(development, "conditional");
    const before = score(evaluation.map(({ estimate }) => estimate.pmi));
    const after = score(evaluation.map(({ estimate }) => recalibrate(fitted, estimate).pmi));
    expect(before).toBeLessThan(0.9);
    expect(after).toBeGreaterThan(0.99);
  });

  test("never turns the ranking of a term round", () => {
    const fitted = fitRecalibration(development, "both");
    const before = evaluation.map(({ estimate }) => estimate.conditional!);
    const after = evaluation.map(({ estimate }) => recalibrate(fitted, estimate).conditional!);
    for (let i = 1; i < before.length; i++) {
      expect((before[i]! - before[0]!) * (after[i]! - after[0]!)).toBeGreaterThanOrEqual(0);
    }
  });

  test("touches only the term it was fitted for", () => {
    const { estimate } = evaluation[0]!;
    const conditional = recalibrate(fitRecalibration(development, "conditional"), estimate);
    const marginal = recalibrate(fitRecalibration(development, "marginal"), estimate);
    expect(conditional.marginal).toBe(estimate.marginal);
    expect(marginal.conditional).toBe(estimate.conditional);
    expect(conditional.conditional).not.toBe(estimate.conditional);
  });

  test("recombines PMI without a marginal, and keeps absent what was absent", () => {
    const fitted = fitRecalibration(development, "both");
    const infoNce = recalibrate(fitted, { conditional: 0.5, pmi: Math.log(0.5) });
    expect(infoNce.pmi).toBe(Math.log(infoNce.conditional!));
    expect(infoNce).not.toHaveProperty("marginal");
    expect(recalibrate(fitted, { conditional: 0.5 })).not.toHaveProperty("pmi");
    expect(recalibrate(fitted, { pmi: 1.5 })).toEqual({ pmi: 1.5 });
    expect(recalibrate(fitted, {})).toEqual({});
  });

  test("counts development pairs without the term, and needs at least one with it", () => {
    const truth = { conditional: 0.1, marginal: 0.1 };
    const some = [...development, { estimate: { marginal: 0.2 }, truth }];
    expect(fitRecalibration(some, "conditional").dropped).toBe(1);
    expect(() => fitRecalibration([{ estimate: {}, truth }], "marginal")).toThrow(
      /elicited marginal; none of 1/,
    );
  });
});
