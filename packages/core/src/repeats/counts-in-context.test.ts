import { describe, expect, test } from "vitest";
import { countsInContext } from "./counts-in-context.ts";

const keys = {
  contexts: ["q1", "q1", "q1", "q1", "q2", "q2"],
  x: ["men", "men", "women", "women", "men", "women"],
  labels: ["A", "B", "A", "B", "A", "A"],
};

describe("counts in context", () => {
  test("give P(y | x, c), P(y | c) and PMI of each pair, the same labels of two contexts apart", () => {
    const { conditional, marginal, pmi, people, distinct } = countsInContext(
      keys,
      [30, 10, 10, 10, 5, 15],
    );
    expect([...conditional]).toEqual([0.75, 0.25, 0.5, 0.5, 1, 1]);
    expect([...marginal]).toEqual([40 / 60, 20 / 60, 40 / 60, 20 / 60, 1, 1]);
    expect(pmi[0]).toBe(Math.log((30 * 60) / (40 * 40)));
    expect(pmi.slice(4)).toEqual(Float64Array.of(0, 0));
    expect([...people.x]).toEqual([40, 40, 20, 20, 5, 15]);
    expect([...people.context]).toEqual([60, 60, 60, 60, 20, 20]);
    expect([...distinct]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("with one context are those of all rows", () => {
    const { contexts: _, ...alike } = keys;
    const { marginal } = countsInContext(alike, [30, 10, 10, 10, 5, 15]);
    expect([...marginal]).toEqual([0.75, 0.25, 0.75, 0.25, 0.75, 0.75]);
  });

  test("add up rows of one pair, so that a row may be a person with a weight", () => {
    const people = {
      x: ["men", "men", "women", "men"],
      labels: ["A", "B", "A", "A"],
    };
    const {
      conditional,
      people: all,
      marginal,
      distinct,
    } = countsInContext(people, [0.5, 1, 2, 0.5]);
    expect([...all.pair]).toEqual([1, 1, 2, 1]);
    expect([...conditional]).toEqual([0.5, 0.5, 1, 0.5]);
    expect([...marginal]).toEqual([0.75, 0.25, 0.75, 0.75]);
    expect([...distinct]).toEqual([0, 1, 2]);
  });

  test("a label that nobody gave to x has −∞, one that nobody gave at all and an x of nobody none", () => {
    const { pmi, conditional } = countsInContext(
      { x: ["a", "a", "b", "b", "c"], labels: ["A", "B", "A", "C", "A"] },
      [0, 3, 2, 0, 0],
    );
    expect([...pmi]).toEqual([-Infinity, Math.log(5 / 3), Math.log(5 / 2), Number.NaN, Number.NaN]);
    expect(conditional[4]).toBeNaN();
  });

  test("refuses a negative count and keys that are not one a row", () => {
    expect(() => countsInContext({ x: ["a"], labels: ["A"] }, [-1])).toThrow("from 0, finite");
    expect(() => countsInContext({ x: ["a"], labels: ["A"] }, [1, 2])).toThrow("1 rows have 2");
    expect(() => countsInContext({ x: ["a"], labels: [] }, [1])).toThrow("each of 1 items, not 0");
  });
});
