import { describe, expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import { drawnRows, golden, labelsOf } from "./prediction-powered.test.support.ts";
import { predictionPowered } from "./prediction-powered.ts";

describe("the interval from weighted rows", () => {
  test("of a mean has ppi-python's weighted estimate, with linearised errors", () => {
    expect(golden.weightedMeans).toHaveLength(2);
    for (const each of golden.weightedMeans) {
      const { predictions, weights } = each;
      const found = predictionPowered({ labels: labelsOf(each), predictions, weights });
      expect(found.samples[0]!.lambda).toBeCloseTo(each.lambda, 10);
      expect(found.estimate).toBeCloseTo(each.estimate, 10);
      expect(found.standardError).toBeCloseTo(each.error, 10);
      expect(found.classical.standardError).toBeCloseTo(each.classicalError, 10);
    }
  });

  test("of a slope has statsmodels' HC1 error of weighted least squares", () => {
    const { x, weights, labels, estimate, error } = golden.weightedSlopes[0]!;
    const columns = { labels: x.map((_, row) => labels[row]), predictions: x, x, weights };
    const { classical } = predictionPowered(columns);
    expect(classical.estimate).toBeCloseTo(estimate, 10);
    // HC1 has n / (n − 2), and the standard error here n / (n − 1): the interval's t is widened by
    // the rest.
    const n = labels.length;
    expect(classical.standardError).toBeCloseTo(error * Math.sqrt((n - 2) / (n - 1)), 10);
  });

  test.each(golden.weightedClusters)("of a $name has the jackknife's error by cluster", (each) => {
    const { labels, clusters, weights, x, estimate, error } = each;
    const columns = { labels, predictions: labels, clusters, weights, x };
    const { classical } = predictionPowered(columns);
    expect(classical.estimate).toBeCloseTo(estimate, 10);
    expect(classical.standardError).toBeCloseTo(error, 10);
  });

  test.each(golden.weightedShares)(
    "of a share with few of a kind is Korn and Graubard's",
    (each) => {
      const { labels, weights, estimate, low, high } = each;
      const found = predictionPowered({ labels, predictions: labels, weights }).classical;
      expect(found).toMatchObject({
        isExact: true,
        estimate: expect.closeTo(estimate, 10),
        low: expect.closeTo(low, 8),
        high: expect.closeTo(high, 8),
      });
    },
  );

  test("of strata counts their weight, with the error of their shares of it", () => {
    const { labels, strata, weights, estimate, error } = golden.weightedStrata[0]!;
    const { classical } = predictionPowered({ labels, predictions: labels, strata, weights });
    expect(classical.estimate).toBeCloseTo(estimate, 10);
    expect(classical.standardError).toBeCloseTo(error, 10);
  });

  test("is that of unweighted rows where all weigh the same", () => {
    const { labels, predictions, x } = drawnRows("equal weights", 40, 200);
    for (const columns of [
      { labels, predictions },
      { labels, predictions, x },
      { labels, predictions, clusters: x.map((_, row) => row >> 1) },
    ]) {
      const weights = x.map(() => 2.7);
      expect(predictionPowered({ ...columns, weights })).toEqual(predictionPowered(columns));
    }
  });

  test("is nearly that of unweighted rows where all weigh nearly the same", () => {
    const { labels, predictions, x } = drawnRows("nearly equal weights", 40, 200);
    const weights = x.map((_, row) => 1 + 1e-9 * (row % 2));
    for (const columns of [
      { labels, predictions },
      { labels, predictions, x },
      { labels, predictions, clusters: x.map((_, row) => row >> 1) },
      { labels, predictions, strata: x.map((_, row) => row % 3) },
    ]) {
      const [weighted, plain] = [{ ...columns, weights }, columns].map((own) =>
        predictionPowered(own),
      );
      expect(weighted!.low).toBeCloseTo(plain!.low, 7);
      expect(weighted!.high).toBeCloseTo(plain!.high, 7);
      expect(weighted!.classical.high).toBeCloseTo(plain!.classical.high, 7);
    }
  });

  test("holds in 95 % of trials where rows weigh by what they were drawn by, and one without weights does not", () => {
    const [trials, source] = [400, random("weighted coverage")];
    const held = { weighted: 0, classical: 0, unweighted: 0 };
    for (let trial = 0; trial < trials; trial++) {
      // People with a high label answer half as often: each counts for twice as many.
      const labels: number[] = [];
      while (labels.length < 300) {
        const label = normal(source);
        if (label < 0 || source.below(2) === 0) labels.push(label);
      }
      const weights = labels.map((label) => (label < 0 ? 1 : 2));
      const predictions = labels.map((label) => label + 0.7 * normal(source));
      const columns = {
        predictions,
        labels: labels.map((label, row) => (row < 80 ? label : undefined)),
      };
      const weighted = predictionPowered({ ...columns, weights });
      const holds = {
        weighted,
        classical: weighted.classical,
        unweighted: predictionPowered(columns),
      };
      for (const name of ["weighted", "classical", "unweighted"] as const) {
        const { low, high } = holds[name];
        held[name] += Number(low <= 0 && 0 <= high);
      }
    }
    expect(Math.abs(held.weighted / trials - 0.95)).toBeLessThan(0.033);
    expect(Math.abs(held.classical / trials - 0.95)).toBeLessThan(0.033);
    expect(held.unweighted / trials).toBeLessThan(0.5);
  });

  test("refuses a weight that is not above 0, and weights that are not one a row", () => {
    const columns = { labels: [1, 2, undefined], predictions: [1, 2, 3] };
    expect(() => predictionPowered({ ...columns, weights: [1, 0, 1] })).toThrow(
      "a weight is above 0, finite, not the 0 at index 1",
    );
    expect(() => predictionPowered({ ...columns, weights: [1] })).toThrow("equal length");
  });
});
