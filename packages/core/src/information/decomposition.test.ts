import { describe, expect, test } from "vitest";
import { decomposition } from "./decomposition.ts";

const pair = (conditional: number, marginal: number) => ({
  conditional,
  marginal,
  pmi: Math.log(conditional) - Math.log(marginal),
});

describe("decomposition", () => {
  test("R is the ratio of the variances of the logarithms", () => {
    // log P(y|x) is −1, −2, −3 and log P(y) is −2, −6, −10.
    const pairs = [pair(Math.exp(-1), Math.exp(-2)), pair(Math.exp(-2), Math.exp(-6))];
    pairs.push(pair(Math.exp(-3), Math.exp(-10)));
    expect(decomposition(pairs).R).toBeCloseTo(16, 12);
  });

  test("ρ_marg is positive where rare labels have high PMI", () => {
    const pairs = [pair(0.5, 0.1), pair(0.5, 0.01), pair(0.4, 0.001)];
    expect(decomposition(pairs).rhoMarginal).toBe(1);
  });

  test("where P(y) is the same for all, R is zero and ρ_marg has no value", () => {
    const result = decomposition([pair(0.1, 0.3), pair(0.2, 0.3), pair(0.3, 0.3)]);
    expect(result.R).toBe(0);
    expect(result.rhoMarginal).toBeNaN();
  });

  test("where only P(y) varies, R is infinite; where nothing does, or without pairs, NaN", () => {
    expect(decomposition([pair(0.1, 0.2), pair(0.1, 0.3)]).R).toBe(Infinity);
    expect(decomposition([pair(0.1, 0.2), pair(0.1, 0.2)]).R).toBeNaN();
    expect(decomposition([]).R).toBeNaN();
  });

  test("a probability that has no logarithm is refused with its pair", () => {
    expect(() =>
      decomposition([pair(0.1, 0.2), { conditional: 0, marginal: 0.1, pmi: 0 }]),
    ).toThrow(/conditional.*pair 1 has 0/);
    expect(() => decomposition([{ conditional: 0.1, marginal: NaN, pmi: 0 }])).toThrow(/marginal/);
  });
});
