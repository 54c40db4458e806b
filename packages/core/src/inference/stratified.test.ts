import { expect, test } from "vitest";
import { golden, labelsOf } from "./prediction-powered.test.support.ts";
import { predictionPowered } from "./prediction-powered.ts";

const { strata, estimate, error, between } = golden.strata;
const labels = strata.flatMap(labelsOf);
const predictions = strata.flatMap((stratum) => stratum.predictions);
const keys = strata.flatMap((stratum) => stratum.predictions.map(() => stratum.name));

test("a stratified mean is ppi-python's of each stratum, weighed by its rows, as in Fisch et al.", () => {
  const found = predictionPowered({ labels, predictions, strata: keys });
  expect(found.estimate).toBeCloseTo(estimate, 10);
  expect(found.samples.map(({ lambda }) => lambda)).toEqual(
    strata.map(({ lambda }) => expect.closeTo(lambda, 10)),
  );
  // The paper takes the shares of strata for known; here what they err by is added.
  expect(found.standardError).toBeCloseTo(Math.sqrt(error ** 2 + between), 10);
});

test("one stratum for all is none", () => {
  const found = predictionPowered({ labels, predictions, strata: keys.map(() => "all") });
  expect(found).toEqual(predictionPowered({ labels, predictions }));
});

test("a stratified difference is that of two stratified means", () => {
  const moved = labels.map((label) => (label === undefined ? undefined : label + 2));
  const found = predictionPowered({
    labels: [...moved, ...labels],
    predictions: [...predictions, ...predictions],
    strata: [...keys, ...keys],
    inFirst: [...labels, ...labels].map((_, row) => row < labels.length),
  });
  expect(found.estimate).toBeCloseTo(2, 10);
  expect(found.standardError).toBeCloseTo(Math.sqrt(2 * (error ** 2 + between)), 10);
});

test("there is no interval where a stratum has no label, and a slope by stratum is refused", () => {
  const columns = { labels: [1, 2, 4, undefined], predictions: [1, 2, 3, 4] };
  expect(predictionPowered({ ...columns, strata: ["a", "a", "a", "b"] }).high).toBeNaN();
  expect(() =>
    predictionPowered({ ...columns, strata: ["a", "a", "a", "b"], x: [1, 2, 3, 4] }),
  ).toThrow("not of a slope");
});

test("a share with no positive in any stratum has the exact interval of as many labels as weigh so much", () => {
  const found = predictionPowered({
    labels: [0, 0, 0, 0, 0, 0, undefined, undefined, undefined],
    predictions: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    strata: ["a", "a", "a", "b", "b", "b", "a", "a", "a"],
    isShare: true,
  });
  // Weights 2/3 and 1/3 of three labels each: 1 / (4/27 + 1/27) = 5.4.
  expect(found).toMatchObject({ estimate: 0, isExact: true, low: 0 });
  expect(found.high).toBeCloseTo(1 - 0.025 ** (1 / 5.4), 10);
});
