import { describe, expect, it } from "vitest";
import { scores } from "./scores.ts";
import type { Known } from "./tally.ts";

/** Of so many questions, three groups and three answers each, with what a respondent says of P(y|x). */
function survey(questions: number, said: (truth: number, label: number, group: number) => number) {
  const shares = (question: number, group: number): number[] => {
    const masses = [0, 1, 2].map((y) => 1 + ((question * 7 + group * 5 + y * 3) % 11));
    const sum = masses.reduce((a, b) => a + b, 0);
    return masses.map((mass) => mass / sum);
  };
  return Array.from({ length: questions }, (_, question) => {
    const groups = [0, 1, 2].map((group) => shares(question, group));
    return groups.flatMap((own, group) =>
      own.map((conditional, y): Known => {
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
    expect(found.unit).toEqual({ name: "context", count: 20 });
    const one = survey(20, (truth) => truth ** 0.5).map(({ keys, ...pair }) => ({
      ...pair,
      keys: { context: "", x: keys!.x, y: keys!.y },
    }));
    expect(scores(one)!.unit).toEqual({ name: "x", count: 60 });
    expect(scores(one.map(({ estimate, truth }) => ({ estimate, truth })))!.unit.name).toBe("pair");
  });

  it("resample a field of the context that is coarser, where it has units enough", () => {
    const named = survey(24, (truth) => truth ** 0.5).map((pair, i) => {
      const given = { question: `q${Math.floor(i / 18)}`, attribute: `a${Math.floor(i / 9) % 2}` };
      return { ...pair, keys: { ...pair.keys!, given } };
    });
    expect(scores(named)!.unit).toEqual({ name: "question", count: 12 });
  });

  it("are above chance, centred by both, of who looks at both alone", () => {
    const both = scores(survey(20, (truth) => truth ** 0.8))!;
    expect(both.centred!.rho).toBeGreaterThan(0.9);
    expect(both.gate).toEqual({ by: "centred", aboveChance: true });
    const blind = scores(survey(20, (_, y) => [0.5, 0.3, 0.2][y]!))!;
    expect(blind.gate).toEqual({ by: "centred", aboveChance: false });
    expect(both.blind).toEqual({ toX: expect.any(Number), toY: expect.any(Number) });
  });

  it("say how far each x's distribution is from people's, in steps too where labels are in order", () => {
    const far = survey(5, (truth) => truth);
    expect(scores(far)!.distances).toMatchObject({ x: 15, totalVariation: 0, jensenShannon: 0 });
    const uniform = scores(
      survey(5, () => 1 / 3),
      new Map([
        ["0", 0],
        ["1", 1],
        ["2", 2],
      ]),
    )!;
    expect(uniform.distances!.totalVariation).toBeGreaterThan(0.01);
    expect(uniform.distances!.earthMovers).toBeGreaterThanOrEqual(
      uniform.distances!.totalVariation,
    );
  });

  it("have ρ of each term beside that of PMI", () => {
    const { terms } = scores(survey(10, (truth) => truth ** 2))!;
    expect(terms).toEqual({ conditional: expect.closeTo(1, 9), marginal: expect.closeTo(1, 9) });
  });
});
