import { describe, expect, it } from "vitest";
import { splitPairs } from "./split-pairs.ts";

const pairs = Array.from({ length: 1000 }, (_, i) => ({
  id: i,
  conditional: i % 10 === 0 ? 0 : 0.5,
}));

describe("splitPairs", () => {
  it("gives 200 development and 500 evaluation pairs unless told otherwise", () => {
    const split = splitPairs(pairs, { seed: 1 });
    expect(split.development).toHaveLength(200);
    expect(split.evaluation).toHaveLength(500);
    expect(split.rest).toHaveLength(200);
  });

  it("puts every pair with a nonzero count in exactly one part and leaves the others out", () => {
    const { development, evaluation, rest } = splitPairs(pairs, { seed: 1 });
    const ids = [...development, ...evaluation, ...rest].map((pair) => pair.id);
    expect(new Set(ids).size).toBe(900);
    expect(ids.filter((id) => id % 10 === 0)).toEqual([]);
  });

  it("is a function of the seed", () => {
    expect(splitPairs(pairs, { seed: 4 })).toEqual(splitPairs(pairs, { seed: 4 }));
    expect(splitPairs(pairs, { seed: 4 })).not.toEqual(splitPairs(pairs, { seed: 5 }));
  });

  it("keeps either set where the other changes, and begins a larger one with a smaller", () => {
    const whole = splitPairs(pairs, { seed: 1 });
    const fewer = splitPairs(pairs, { seed: 1, development: 10 });
    expect(fewer.evaluation).toEqual(whole.evaluation);
    expect(fewer.development).toEqual(whole.development.slice(0, 10));
    const pilot = splitPairs(pairs, { seed: 1, evaluation: 50 });
    expect(pilot.development).toEqual(whole.development);
    expect(pilot.evaluation).toEqual(whole.evaluation.slice(0, 50));
  });

  it("draws every pair equally often", () => {
    const six = pairs.slice(1, 7);
    const times = new Map<number, number>();
    for (let seed = 0; seed < 6000; seed++) {
      const [drawn] = splitPairs(six, { development: 0, evaluation: 1, seed }).evaluation;
      times.set(drawn?.id ?? -1, (times.get(drawn?.id ?? -1) ?? 0) + 1);
    }
    // Four standard errors of 6,000 draws with probability one sixth.
    for (const pair of six) {
      expect(Math.abs((times.get(pair.id) ?? 0) - 1000)).toBeLessThan(116);
    }
  });

  it("says how many pairs there are when they do not suffice", () => {
    expect(() => splitPairs(pairs.slice(0, 100), { seed: 1 })).toThrow("only 90 pairs");
  });
});
