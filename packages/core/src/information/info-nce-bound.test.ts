import { describe, expect, test } from "vitest";
import { aliasSampler } from "../sampling/alias-sampler.ts";
import { infoNceBound } from "./critic-bounds.ts";
import { random } from "../sampling/random.ts";

/** y equals x with probability 0.9, else another of L labels: mutual information known exactly. */
const L = 8;
const probability = (x: number, y: number) => (x === y ? 0.9 : 0.1 / (L - 1));
const pmiOf = (x: number, y: number) => Math.log(probability(x, y) * L);
const mutualInformation = 0.9 * pmiOf(0, 0) + 0.1 * pmiOf(0, 1);

/** Questions as the paper poses them: the true y among K − 1 drawn from P(y). */
function questions(K: number, count: number) {
  const source = random(`InfoNCE ${K}`);
  const given = Array.from({ length: L }, (_, x) =>
    aliasSampler(Array.from({ length: L }, (_, y) => probability(x, y))),
  );
  return Array.from({ length: count }, () => {
    const x = source.below(L);
    const target = source.below(K);
    const scores = Array.from({ length: K }, (_, place) =>
      pmiOf(x, place === target ? given[x]!(1, source)[0]! : source.below(L)),
    );
    return { scores, target };
  });
}

describe("infoNceBound", () => {
  test("of the critic that is PMI grows with K towards the mutual information", () => {
    const bounds = [2, 8, 64].map((K) => infoNceBound(questions(K, 4000)).bound);
    expect(bounds[0]).toBeLessThan(bounds[1]!);
    expect(bounds[1]).toBeLessThan(bounds[2]!);
    expect(bounds[2]).toBeLessThan(mutualInformation + 0.05);
    expect(bounds[2]).toBeGreaterThan(mutualInformation - 0.1);
  });

  test("cannot exceed log K, which it shows", () => {
    const certain = { scores: [50, 0, 0, 0], target: 0 };
    const { bound, ceiling } = infoNceBound([certain, certain]);
    expect(ceiling).toBe(Math.log(4));
    expect(bound).toBeLessThanOrEqual(ceiling);
    expect(bound).toBeCloseTo(ceiling, 12);
  });

  test("does not see a function of x", () => {
    const asked = questions(5, 50);
    const shifted = asked.map(({ scores, target }, i) => ({
      scores: scores.map((score) => score + i),
      target,
    }));
    expect(infoNceBound(shifted).bound).toBeCloseTo(infoNceBound(asked).bound, 10);
  });

  test("is −∞ where the critic rules out the truth, all candidates or not", () => {
    expect(infoNceBound([{ scores: [-Infinity, 1], target: 0 }]).bound).toBe(-Infinity);
    const allOut = { scores: [-Infinity, -Infinity], target: 0 };
    expect(infoNceBound([allOut]).bound).toBe(-Infinity);
  });

  test("without questions has no value", () => {
    expect(infoNceBound([])).toEqual({ bound: NaN, ceiling: NaN });
  });

  test("refuses unequal K, a target that is no candidate, and NaN", () => {
    const one = { scores: [1, 2], target: 0 };
    expect(() => infoNceBound([one, { scores: [1], target: 0 }])).toThrow(
      /question 1 has 1, not 2/,
    );
    expect(() => infoNceBound([{ scores: [1, 2], target: 2 }])).toThrow(/from 0 to 1, not 2/);
    expect(() => infoNceBound([{ scores: [1, NaN], target: 0 }])).toThrow(/NaN/);
    expect(() => infoNceBound([{ scores: [NaN, 1], target: 0 }])).toThrow(/NaN/);
  });
});
