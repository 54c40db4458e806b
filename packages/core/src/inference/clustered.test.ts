import { describe, expect, test } from "vitest";
import { clusteredCoverage, clusteredWorlds } from "./clustered-coverage.test.support.ts";
import { drawnRows, golden, labelsOf } from "./prediction-powered.test.support.ts";
import { predictionPowered } from "./prediction-powered.ts";

describe("errors by cluster", () => {
  test("of a mean are those of ppi-python of the clusters' means, where these are of one size", () => {
    for (const each of golden.clusters) {
      const { clusters, predictions } = each;
      const found = predictionPowered({ labels: labelsOf(each), predictions, clusters });
      expect(found.samples[0]!.lambda).toBeCloseTo(each.lambda, 10);
      expect(found.estimate).toBeCloseTo(each.estimate, 10);
      expect(found.standardError).toBeCloseTo(each.error, 10);
      expect(found.clusters).toEqual({ labelled: 12, all: 42, whole: true });
    }
  });

  test.each(golden.clusterErrors)(
    "of a $name are the jackknife's of clusters of unequal sizes",
    ({ labels, clusters, x, estimate, error }) => {
      const { classical } = predictionPowered({ labels, predictions: labels, clusters, x });
      expect(classical.estimate).toBeCloseTo(estimate, 10);
      expect(classical.standardError).toBeCloseTo(error, 10);
    },
  );

  test("of a mean of clusters of one row are those of rows, to the last digits", () => {
    const { labels, predictions } = drawnRows("single", 30, 200);
    const clusters = predictions.map((_, row) => `row ${row}`);
    const {
      clusters: found,
      samples,
      ...clustered
    } = predictionPowered({
      labels,
      predictions,
      clusters,
    });
    const { samples: ofRows, ...rows } = predictionPowered({ labels, predictions });
    expect(clustered.low).toBeCloseTo(rows.low, 12);
    expect(clustered.classical.high).toBeCloseTo(rows.classical.high, 12);
    expect(samples[0]!.lambda).toBeCloseTo(ofRows[0]!.lambda, 12);
    expect(found).toMatchObject({ labelled: 30, whole: true });
  });

  test("of a difference within clusters leave out what both groups share", () => {
    const clusters = Array.from({ length: 400 }, (_, row) => Math.floor(row / 4));
    const { truth } = drawnRows("within", 400, 400);
    const effect = clusters.map((cluster) => 20 * truth[cluster]!);
    const inFirst = clusters.map((_, row) => row % 2 === 0);
    const labels = truth.map((value, row) =>
      clusters[row]! < 25 ? value + effect[row]! : undefined,
    );
    const columns = { labels, predictions: effect, inFirst };
    const clustered = predictionPowered({ ...columns, clusters });
    expect(clustered.clusters?.whole).toBe(false);
    expect(clustered.classical.standardError).toBeLessThan(0.4);
    expect(predictionPowered(columns).classical.standardError).toBeGreaterThan(4);
  });

  test("have no interval for one cluster with labels, not of a share either", () => {
    const columns = { predictions: [1, 2, 3, 4, 5, 6], clusters: [1, 1, 1, 2, 2, 3] };
    const one = predictionPowered({ ...columns, labels: [3, 4, 5, ...Array(3)] });
    expect(one).toMatchObject({ estimate: 4, low: NaN, high: NaN });
    const share = predictionPowered({ ...columns, labels: [1, 1, 1, ...Array(3)], isShare: true });
    expect(share).toMatchObject({ estimate: 1, low: NaN, high: NaN });
    expect(() => predictionPowered({ ...columns, labels: [1], clusters: [1, 2] })).toThrow(
      "columns are of equal length",
    );
  });

  test("hold where whole questions are labelled, which those of rows do not", () => {
    const { powered, classical, byRow } = clusteredCoverage(clusteredWorlds[0]!, {
      unit: "question",
      labelled: 20,
      trials: 150,
    });
    expect(powered).toBeGreaterThan(0.9);
    expect(classical).toBeGreaterThan(0.9);
    expect(byRow).toBeLessThan(0.85);
  });

  test("hold where rows of all questions are labelled", () => {
    const { powered } = clusteredCoverage(clusteredWorlds[0]!, {
      unit: "question",
      labelled: 20,
      rows: 120,
      trials: 150,
    });
    expect(powered).toBeGreaterThan(0.9);
  });
});
