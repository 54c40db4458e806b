import { describe, expect, it } from "vitest";
import { scores } from "./scores.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";

/**
 * Of so many questions, three groups and three answers each, with what a respondent says of P(y|x).
 */
function survey(questions: number, said: (truth: number, label: number, group: number) => number) {
  const shares = (question: number, group: number): number[] => {
    const masses = [0, 1, 2].map((y) => 1 + ((question * 7 + group * 5 + y * 3) % 11));
    const sum = masses.reduce((a, b) => a + b, 0);
    return masses.map((mass) => mass / sum);
  };
  return Array.from({ length: questions }, (_, question) => {
    const groups = [0, 1, 2].map((group) => shares(question, group));
    return groups.flatMap((own, group) =>
      own.map((conditional, y): PairWithTruth => {
        const marginal = groups.reduce((sum, other) => sum + other[y]!, 0) / 3;
        const estimate = said(conditional, y, group);
        const given = { question: `q${question}` };
        return {
          estimate: { conditional: estimate, marginal, pmi: Math.log(estimate / marginal) },
          truth: { conditional, marginal, pmi: Math.log(conditional / marginal) },
          keys: { context: given.question, given, x: `${question} ${group}`, y: `${y}` },
        };
      }),
    );
  }).flat();
}

describe("scores of pairs whose context and x repeat", () => {
  it("resample the coarsest that repeats, and say which", () => {
    const found = scores(survey(20, (truth) => truth ** 0.5))!;
    expect(found.unit).toEqual({ name: "context", count: 20, isFew: false });
    const one = survey(20, (truth) => truth ** 0.5).map(({ keys, ...pair }) => ({
      ...pair,
      keys: { context: "", x: keys!.x, y: keys!.y },
    }));
    expect(scores(one)!.unit).toEqual({ name: "x", count: 60, isFew: false });
    expect(scores(one.map(({ estimate, truth }) => ({ estimate, truth })))!.unit.name).toBe("pair");
    const few = scores(survey(9, (truth) => truth ** 0.5))!;
    expect(few.unit).toEqual({ name: "context", count: 9, isFew: true });
  });

  it("resample a field of the context that is coarser, where it has units enough", () => {
    const named = survey(24, (truth) => truth ** 0.5).map((pair, i) => {
      const given = { question: `q${Math.floor(i / 18)}`, attribute: `a${Math.floor(i / 9) % 2}` };
      return { ...pair, keys: { ...pair.keys!, given } };
    });
    expect(scores(named)!.unit).toEqual({ name: "question", count: 12, isFew: false });
  });

  it("are above chance, centred by both, of who looks at both alone", () => {
    const both = scores(survey(20, (truth) => truth ** 0.8))!;
    expect(both.centred!.rho).toBeGreaterThan(0.9);
    expect(both.gate).toEqual({ by: "centred", aboveChance: true });
    const blind = scores(survey(20, (_, y) => [0.5, 0.3, 0.2][y]!))!;
    expect(blind.gate).toEqual({ by: "centred", aboveChance: false });
    expect(both.blind).toEqual({ toX: expect.any(Number), toY: expect.any(Number) });
  });

  it("have ρ of each term beside that of PMI", () => {
    const { terms } = scores(survey(10, (truth) => truth ** 2))!;
    expect(terms).toEqual({ conditional: expect.closeTo(1, 9), marginal: expect.closeTo(1, 9) });
  });

  it("count each pair by the weight of its row, as if it stood as often", () => {
    const weight = (i: number) => 1 + (i % 3);
    const once = survey(20, (truth, y) => truth ** 0.5 * (1 + y / 9));
    const weighted = scores(once.map((pair, i) => ({ ...pair, weight: weight(i) })))!;
    const repeated = scores(
      once.flatMap((pair, i) => Array.from({ length: weight(i) }, () => pair)),
    )!;
    const values = (found: typeof weighted) => [
      found.rho,
      found.beyond.rho,
      found.centred!.rho,
      found.blind.toX,
      found.blind.toY,
      found.terms.conditional,
      found.slope,
      found.calibrationError,
      found.absoluteError,
    ];
    expect(values(weighted)).toEqual(values(repeated).map((value) => expect.closeTo(value!, 8)));
    // Questions are resampled whole, however many rows they have.
    expect(weighted.rhoError / repeated.rhoError).toBeCloseTo(1, 6);
    expect(weighted.effectivePairs).toBeCloseTo((180 * 4) / (14 / 3), 6);
  });

  it("have wider intervals the more weights differ, and the same where all are equal", () => {
    const once = survey(20, (truth) => truth ** 0.5).map(
      ({ estimate, truth }, i): PairWithTruth => {
        return { estimate: { ...estimate, pmi: estimate.pmi + Math.sin(9 * i) }, truth };
      },
    );
    const [plain, equal, uneven] = [
      () => undefined,
      () => 4,
      (i: number) => (i % 10 === 0 ? 30 : 1),
    ].map((weightOf) =>
      scores(
        once.map((pair, i) => {
          const weight = weightOf(i);
          return { ...pair, ...(weight !== undefined && { weight }) };
        }),
      )!,
    );
    expect(equal).toEqual(plain);
    expect(uneven!.rhoError).toBeGreaterThan(1.5 * plain!.rhoError);
  });
});
