import { describe, expect, test } from "vitest";
import { labelsNeeded, rowsToLabel } from "./labels-needed.ts";
import { drawnRows } from "./prediction-powered.test.support.ts";
import { predictionPowered } from "./prediction-powered.ts";

const pilot = drawnRows("pilot", 200, 20_000);
const mean = predictionPowered({ labels: pilot.labels, predictions: pilot.predictions });

describe("labelsNeeded", () => {
  test("are those that there are for the width that there is", () => {
    const { x, ...columns } = pilot;
    for (const more of [{}, { x }, { inFirst: x.map((value) => value > 0) }]) {
      const powered = predictionPowered({ ...columns, ...more });
      const { labels, classical } = labelsNeeded(powered, (powered.high - powered.low) / 2);
      expect(Math.abs(labels! - 200)).toBeLessThan(12);
      expect(labels).toBeLessThan(classical!);
      expect(
        labelsNeeded(powered, (powered.classical.high - powered.classical.low) / 2).classical,
      ).toBeCloseTo(200, -1);
    }
  });

  test("give an interval so narrow, drawn anew", () => {
    const { labels } = labelsNeeded(mean, 0.05);
    const fresh = drawnRows("fresh", labels!, 20_000);
    const { low, high } = predictionPowered({
      labels: fresh.labels,
      predictions: fresh.predictions,
    });
    expect(Math.abs((high - low) / 2 - 0.05)).toBeLessThan(0.004);
  });

  test("without help of the predictions are as many as labels alone take", () => {
    const useless = predictionPowered({
      ...pilot,
      x: undefined,
      predictions: pilot.predictions.map((value) => -value),
    });
    const { labels, classical } = labelsNeeded(useless, 0.05);
    expect(labels).toBe(classical);
  });

  test("are more for a narrower interval and for a higher level", () => {
    const { labels } = labelsNeeded(mean, 0.05);
    expect(labelsNeeded(mean, 0.025).labels).toBeGreaterThan(3 * labels!);
    expect(labelsNeeded(mean, 0.05, 0.99).labels).toBeGreaterThan(1.5 * labels!);
  });

  test("are not to be had where labels of all rows would not do, or the pilot has no interval", () => {
    expect(labelsNeeded(mean, 0.001)).toEqual({ labels: undefined, classical: undefined });
    expect(
      labelsNeeded(predictionPowered({ labels: [3, undefined], predictions: [1, 2] }), 1).labels,
    ).toBeUndefined();
  });

  test("of a share with few of a kind are those of its exact interval", () => {
    const of = (positive: number) =>
      predictionPowered({
        labels: Array.from({ length: 500 }, (_, row) => (row < 20 ? +(row < positive) : undefined)),
        predictions: Array.from({ length: 500 }, (_, row) => row % 7),
        isShare: true,
      });
    // 1 − .025^(1 / n) is at most .1 from n = 36 on.
    expect(labelsNeeded(of(0), 0.05)).toEqual({ labels: 36, classical: 36 });
    expect(labelsNeeded(of(0), 0.001)).toEqual({ labels: undefined, classical: undefined });
    expect(labelsNeeded(of(1), 0.05).labels).toBeGreaterThan(60);
  });

  test("are whole clusters where errors are by cluster, and are refused of clusters labelled in part", () => {
    const clusters = pilot.truth.map((_, row) => Math.floor(row / 10));
    const clustered = predictionPowered({ ...pilot, x: undefined, clusters });
    const { labels } = labelsNeeded(clustered, (clustered.high - clustered.low) / 2);
    expect(Math.abs(labels! - 200)).toBeLessThan(12);
    const parts = predictionPowered({
      ...pilot,
      x: undefined,
      clusters: clusters.map((cluster) => cluster % 7),
    });
    expect(() => labelsNeeded(parts, 0.1)).toThrow("labelled whole or not at all");
  });

  test("of an interval without a width are refused", () => {
    for (const half of [0, -1, NaN])
      expect(() => labelsNeeded(mean, half)).toThrow(`is above 0, not ${half}`);
    expect(() => labelsNeeded(mean, 0.05, 95)).toThrow("between 0 and 1");
  });
});

describe("rowsToLabel", () => {
  const labels = [1, undefined, 0, undefined, undefined, undefined, 2];

  test("are rows without a label, the same for a seed, a larger draw beginning with a smaller", () => {
    const all = rowsToLabel(labels, 10, "a");
    expect(all.toSorted((a, b) => a - b)).toEqual([1, 3, 4, 5]);
    expect(rowsToLabel(labels, 2, "a")).toEqual(all.slice(0, 2));
    expect(rowsToLabel([1, 2], 3, "a")).toEqual([]);
  });

  test("are whole clusters without any label, until there are enough", () => {
    const clusters = ["a", "a", "b", "b", "b", "c", "c"];
    const none = [1, ...Array.from({ length: 6 }, () => undefined)];
    for (let seed = 0; seed < 20; seed++) {
      const rows = rowsToLabel(none, 2, seed, clusters);
      expect([
        [2, 3, 4],
        [5, 6],
      ]).toContainEqual(rows);
    }
    expect(rowsToLabel(none, 9, 1, clusters).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
    expect(() => rowsToLabel(none, 1, 1, ["a"])).toThrow("one key for each of 7 items");
  });

  test("are each as likely as any other", () => {
    const drawn = Array.from({ length: 4000 }, (_, seed) => rowsToLabel(labels, 1, seed)[0]);
    for (const row of [1, 3, 4, 5]) {
      expect(Math.abs(drawn.filter((one) => one === row).length - 1000)).toBeLessThan(
        4 * Math.sqrt(750),
      );
    }
  });
});
