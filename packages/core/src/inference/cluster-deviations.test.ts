import { expect, test } from "vitest";
import { clusterDeviations } from "./cluster-deviations.ts";
import { clustersOf } from "../numerics/resampler.ts";

const y = [1, 2, 4, 8, 16];
const clusters = clustersOf(5, ["a", "a", "b", "c", "none"]);

test("are the mean less that without each cluster, scaled, and 0 for a cluster without rows", () => {
  const scale = Math.sqrt(2 / 3);
  const found = clusterDeviations(clusters, [0, 1, 2, 3], { y: (row) => y[row]! });
  const expected = [15 / 4 - 6, 15 / 4 - 11 / 3, 15 / 4 - 7 / 3].map((value) => scale * value);
  expect([...found]).toEqual([...expected.map((value) => expect.closeTo(value, 12)), 0]);
});

test("of a slope are the slope less that without each cluster, and not finite where none is left", () => {
  const x = [0, 1, 1, 1, 1];
  const columns = { y: (row: number) => y[row]!, x: (row: number) => x[row]! };
  const found = clusterDeviations(clusters, [0, 1, 2, 3], columns);
  expect(Number.isFinite(found[0])).toBe(false);
  // The slope is (2 + 4 + 8) / 3 − 1, and without b (2 + 8) / 2 − 1.
  expect(found[1]).toBeCloseTo(Math.sqrt(2 / 3) * (11 / 3 - 4), 12);
});

test("are all 0 where every value is the same", () => {
  expect([...clusterDeviations(clusters, [0, 2, 3], { y: () => 0.1 })]).toEqual([0, 0, 0, 0]);
});
