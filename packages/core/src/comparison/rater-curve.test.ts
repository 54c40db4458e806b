import { describe, expect, it } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { percentileInterval } from "../resampling/percentile-interval.ts";
import { pmi } from "../information/pmi.ts";
import { raterCurve, type RatedPair } from "./rater-curve.ts";
import { worthInRaters } from "./worth-in-raters.ts";
import { random } from "../sampling/random.ts";

/**
 * Pairs of three labels whose raters answer by a known P(y|x), and the count of another panel of so
 * many.
 */
function survey({
  pairs,
  raters,
  panel,
  seed,
}: {
  pairs: number;
  raters: number;
  panel: number;
  seed: string;
}) {
  const source = random(seed);
  const binomial = (n: number, p: number) =>
    Array.from({ length: n }).filter(() => source.uniform() < p).length;
  const rated: RatedPair[] = [];
  const other: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const p = source.uniform() ** 2;
    const marginal = [0.2, 0.3, 0.5][i % 3]!;
    rated.push({ count: binomial(raters, p), raters, marginal });
    other.push(pmi(panel === Infinity ? p : (binomial(panel, p) + 0.5) / (panel + 1), marginal));
  }
  return { rated, other };
}

const small: RatedPair[] = [
  { count: 1, raters: 3, marginal: 0.5 },
  { count: 2, raters: 3, marginal: 0.25 },
  { count: 3, raters: 4, marginal: 0.125 },
  { count: 4, raters: 5, marginal: 0.25 },
];

/** Over every way in which one rater of each pair can be drawn, each with its probability. */
function expectedRho(pairs: readonly RatedPair[]): number {
  let sum = 0;
  let defined = 0;
  for (let bits = 0; bits < 2 ** pairs.length; bits++) {
    const said = pairs.map((_, i) => (bits >> i) & 1);
    const p = pairs.reduce(
      (all, { count, raters }, i) => (all * (said[i] ? count : raters - count)) / raters,
      1,
    );
    const others = pairs.map(
      ({ count, raters, marginal }, i) => (count - said[i]!) / (raters - 1) / marginal,
    );
    const observed = [...pairs.keys()].filter((i) => others[i]! > 0);
    const rho = spearman(
      observed.map((i) => (said[i]! + 0.5) / pairs[i]!.marginal),
      observed.map((i) => others[i]!),
    );
    if (Number.isNaN(rho)) continue;
    defined += p;
    sum += p * rho;
  }
  return sum / defined;
}

describe("raterCurve", () => {
  it("of one rater has the mean ρ over all ways to draw one", () => {
    const { sizes, raters } = raterCurve(small, [1, 2, 3, 4], {
      sizes: [1],
      seed: 1,
      replicates: 2000,
    });
    expect(sizes).toEqual([0, 1, Infinity]);
    // Four standard errors of a mean of values in [-1, 1] are below 0.0895.
    expect(Math.abs(raters[1]!.value - expectedRho(small))).toBeLessThan(0.0895);
  });

  it("of nobody is ρ of the base rate alone with everybody", () => {
    const truth = small.map(({ count, raters, marginal }) => pmi(count / raters, marginal));
    const rarity = small.map(({ marginal }) => -marginal);
    const { raters, estimates } = raterCurve(small, [3, 1, 2, 4], {
      sizes: [],
      seed: 1,
      replicates: 5,
    });
    expect(raters[0]!.value).toBeCloseTo(spearman(rarity, truth), 12);
    expect(estimates[0]!.value).toBeCloseTo(spearman([3, 1, 2, 4], truth), 12);
  });

  it("rises with the raters to the noise ceiling, below which P(y|x) itself does not stay", () => {
    const { rated, other } = survey({ pairs: 300, raters: 40, panel: Infinity, seed: "rises" });
    const { raters, estimates } = raterCurve(rated, other, {
      sizes: [1, 3, 10],
      seed: 1,
      replicates: 60,
    });
    const values = raters.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(estimates.at(-1)!.value).toBeGreaterThan(values.at(-1)!);
    const { low, high } = percentileInterval(raters[2]!.replicates);
    expect(low).toBeLessThan(values[2]!);
    expect(high).toBeGreaterThan(values[2]!);
  });

  it("finds no correlation between raters of pairs that are all alike, though each is known for having been given", () => {
    const source = random("alike");
    const drawn = Array.from(
      { length: 5000 },
      () => Array.from({ length: 3 }).filter(() => source.uniform() < 0.2).length,
    );
    const given = drawn
      .filter((count) => count > 0)
      .map((count) => ({ count, raters: 3, marginal: 0.5 }));
    const { raters } = raterCurve(given, drawn.slice(0, given.length), {
      sizes: [1],
      seed: 1,
      replicates: 10,
    });
    expect(Math.abs(raters[1]!.value)).toBeLessThan(0.06);
  });

  it("is the same from the same seed", () => {
    const options = { sizes: [1], seed: "s", replicates: 10 };
    expect(raterCurve(small, [1, 2, 3, 4], options)).toEqual(
      raterCurve(small, [1, 2, 3, 4], options),
    );
  });

  it("has no replicates of two pairs, and no value where all pairs are alike", () => {
    const { raters } = raterCurve(small.slice(2), [1, 2], { sizes: [], seed: 1, replicates: 3 });
    expect([...raters[0]!.replicates]).toEqual([NaN, NaN, NaN]);
    const alike = Array.from({ length: 4 }, () => ({ count: 2, raters: 2, marginal: 0.5 }));
    expect(raterCurve(alike, [1, 2, 3, 4], { sizes: [1], seed: 1 }).raters[1]!.value).toBeNaN();
  });

  it.each([
    [{ count: 1, raters: 1, marginal: 0.5 }, [1], "pairs of two raters or more"],
    [{ count: 3, raters: 2, marginal: 0.5 }, [1], "not 3 of 2 as at index 0"],
    [{ count: 0.5, raters: 2, marginal: 0.5 }, [1], "not 0.5 of 2"],
    [{ count: 1, raters: 2, marginal: 0.5 }, [2, 1], "ascend from 1, not 2, 1"],
    [{ count: 1, raters: 2, marginal: 0.5 }, [0], "ascend from 1, not 0"],
  ])("refuses %j with sizes %j", (pair, sizes, sentence) => {
    expect(() => raterCurve([pair], [1], { sizes, seed: 1 })).toThrow(sentence);
  });
});

describe("worthInRaters", () => {
  const panels = [
    { panel: 1, tags: ["full"] },
    { panel: 3, tags: [] },
    { panel: 10, tags: ["full"] },
  ];
  describe.each(panels)("of a panel of $panel", ({ panel, tags }) => {
    it("finds that it is worth as many", { tags }, () => {
      const { rated, other } = survey({ pairs: 600, raters: 100, panel, seed: `panel ${panel}` });
      const curve = raterCurve(rated, other, {
        sizes: [1, 2, 3, 5, 10, 20],
        seed: 1,
        replicates: 40,
      });
      const { raters, low, high, beyond } = worthInRaters(curve);
      expect(beyond).toBe(false);
      expect(Math.abs(raters / panel - 1)).toBeLessThan(0.25);
      expect(low).toBeLessThanOrEqual(panel * 1.1);
      expect(high).toBeGreaterThanOrEqual(panel * 0.9);
    });
  });

  const options = { sizes: [1, 2], seed: 1, replicates: 40 };
  const { rated, other } = survey({ pairs: 200, raters: 20, panel: Infinity, seed: "ends" });

  it("is 0 for estimates that know no more than the base rate, and beyond the curve for the truth", () => {
    const rarity = rated.map(({ marginal }) => -Math.log(marginal));
    expect(worthInRaters(raterCurve(rated, rarity, options))).toEqual({
      raters: 0,
      low: 0,
      high: 0,
      beyond: false,
    });
    expect(worthInRaters(raterCurve(rated, other, options))).toEqual({
      raters: 2,
      low: 2,
      high: 2,
      beyond: true,
    });
  });

  it("is linear between sizes", () => {
    const flat = (value: number) => ({ value, replicates: Float64Array.of(value, value) });
    const curve = { sizes: [0, 2, 6, Infinity], raters: [0, 0.4, 0.8, 0.9].map(flat) };
    const worth = worthInRaters({ ...curve, estimates: [0.5, 0.5, 0.5, 0.5].map(flat) });
    expect(worth.raters).toBeCloseTo(3, 12);
    expect(worth.low).toBeCloseTo(3, 12);
  });

  it("is of pairs that share one base rate too, which ranks nothing", () => {
    const alike = rated.map((pair) => ({ ...pair, marginal: 0.1 }));
    const shares = alike.map(({ count, raters }) => count / raters);
    const { raters, low, high, beyond } = worthInRaters(raterCurve(alike, shares, options));
    expect({ raters, low, high, beyond }).toEqual({ raters: 2, low: 2, high: 2, beyond: true });
    const reverse = shares.map((share) => -share);
    expect(worthInRaters(raterCurve(alike, reverse, options)).raters).toBe(0);
  });

  it("has no value for estimates without variance", () => {
    const worth = worthInRaters(
      raterCurve(
        rated,
        rated.map(() => 1),
        options,
      ),
    );
    expect([worth.raters, worth.low, worth.high]).toEqual([NaN, NaN, NaN]);
  });
});
