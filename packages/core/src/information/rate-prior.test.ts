import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  logMarginalLikelihood,
  posteriorRate,
  ratePrior,
  type CountedRates,
} from "./rate-prior.ts";

interface Golden {
  readonly priors: [scale: number, shape: number][];
  readonly cases: (CountedRates & {
    name: string;
    logLikelihoods: number[];
    prior: [scale: number, shape: number];
  })[];
}
const golden: Golden = JSON.parse(
  readFileSync(new URL("../../fixtures/rate_prior.json", import.meta.url), "utf8"),
);

describe("the marginal likelihood of counts", () => {
  test.each(golden.cases)(
    "of $name is that of SciPy's negative binomial",
    ({ logLikelihoods, ...counted }) => {
      const own = golden.priors.map(([scale, shape]) =>
        logMarginalLikelihood({ scale, shape }, counted),
      );
      for (const [i, expected] of logLikelihoods.entries())
        expect(own[i]! / expected).toBeCloseTo(1, 8);
    },
  );

  test.each(golden.cases)(
    "of $name is greatest at the prior that SciPy finds",
    ({ prior, ...counted }) => {
      const { scale, shape } = ratePrior(counted);
      expect([scale / prior[0], shape / prior[1]]).toEqual([
        expect.closeTo(1, 4),
        expect.closeTo(1, 4),
      ]);
    },
  );
});

describe("ratePrior", () => {
  const rates = [0.5, 0.3, 0.2];

  test("is certain where the counts are in proportion to the rates, whatever they sum to", () => {
    const counted = { rates: rates.map((rate) => 4 * rate), counts: [50, 30, 20], total: 100 };
    expect(ratePrior(counted)).toEqual({ scale: expect.closeTo(0.25, 12), shape: Infinity });
  });

  test("leaves the rates as they are where nothing was counted of them", () => {
    const untouched = { scale: 1, shape: Infinity };
    expect(ratePrior({ rates, counts: [0, 0, 0], total: 100 })).toEqual(untouched);
    expect(ratePrior({ rates: [], counts: [], total: 0 })).toEqual(untouched);
    expect(posteriorRate(untouched, 0.3, 0, 0)).toBe(0.3);
  });

  test("is the less certain the further the counts stray from the rates", () => {
    const shapeOf = (counts: number[]) => ratePrior({ rates, counts, total: 100 }).shape;
    const shapes = [
      [55, 25, 20],
      [75, 20, 5],
      [2, 3, 95],
    ].map(shapeOf);
    expect(shapes.toSorted((a, b) => b - a)).toEqual(shapes);
    expect(shapes[2]).toBeLessThan(2);
  });
});

test("after the counts a rate lies between the share that was counted and the scaled rate", () => {
  const prior = { scale: 0.5, shape: 2 };
  expect(posteriorRate(prior, 0.2, 1, 100)).toBeCloseTo(3 / (2 / 0.1 + 100), 15);
  expect(posteriorRate({ scale: 1, shape: 1e-9 }, 0.2, 3, 100)).toBeCloseTo(0.03, 8);
  expect(posteriorRate({ scale: 9, shape: Infinity }, 0.2, 0, 100)).toBe(1);
});
