import { expect, test } from "vitest";
import { drawnRows, golden, labelsOf } from "./prediction-powered.test.support.ts";
import { predictionPowered, type PoweredEstimate } from "./prediction-powered.ts";

function slopeOf(each: (typeof golden.slopes)[number]): PoweredEstimate {
  return predictionPowered({ labels: labelsOf(each), predictions: each.predictions, x: each.x });
}

test.each(golden.slopes)(
  "agrees with the regressions of ppi-python where predictions have $name",
  (each) => {
    const { estimate, standardError, classical, samples } = slopeOf(each);
    expect(samples[0]!.lambda).toBeCloseTo(each.lambda, 10);
    expect(estimate).toBeCloseTo(each.estimate, 10);
    expect(standardError).toBeCloseTo(each.error, 10);
    expect(classical.standardError).toBeCloseTo(each.classicalError, 10);
  },
);

test("has ppi-python's own error where the predictions' slope is right, and a smaller one where it is wrong", () => {
  const [right, wrong] = golden.slopes.map((each) => {
    const { estimate, standardError } = slopeOf(each);
    expect(Math.abs(estimate - each.ofPackage.estimate)).toBeLessThan(0.3 * standardError);
    return standardError / each.ofPackage.error;
  });
  expect(Math.abs(right! - 1)).toBeLessThan(0.03);
  expect(wrong).toBeLessThan(0.85);
});

test("is the classical slope where predictions are all the same, or no row is without a label", () => {
  const { labels, x, predictions, truth } = drawnRows("slope", 40, 90);
  for (const columns of [
    { labels, x, predictions: x.map(() => 0.1) },
    { labels: truth, x, predictions },
  ]) {
    const { samples, classical, ...powered } = predictionPowered(columns);
    expect(powered).toEqual(classical);
    expect(samples[0]!.lambda).toBe(0);
  }
});

test("gains nothing from predictions that x alone makes", () => {
  const { labels, x } = drawnRows("line", 40, 90);
  const { estimate, classical } = predictionPowered({
    labels,
    x,
    predictions: x.map((value) => 2 * value),
  });
  expect(estimate).toBeCloseTo(classical.estimate, 12);
});

test("is wider by its error where a few rows decide it", () => {
  const { x, ...columns } = drawnRows("leverage", 40, 90);
  const quantile = ({ low, high, standardError }: PoweredEstimate) => (high - low) / standardError;
  const far = predictionPowered({ ...columns, x: x.map((value, row) => (row === 0 ? 20 : value)) });
  expect(quantile(far)).toBeGreaterThan(2 * quantile(predictionPowered({ ...columns, x })));
});

test("has no value where x is constant among the labelled rows, and is classical where it is among the others", () => {
  const { x, ...columns } = drawnRows("flat", 20, 50);
  const flat = (is: (row: number) => boolean) => ({
    ...columns,
    x: x.map((value, row) => (is(row) ? 1 : value)),
  });
  expect(predictionPowered(flat((row) => row < 20)).estimate).toBeNaN();
  const { classical, ...powered } = predictionPowered(flat((row) => row >= 20));
  expect(powered).toMatchObject(classical);
});

test("has no interval for two labels, and refuses an x that is no number", () => {
  const two = { labels: [1, 3, undefined, undefined], predictions: [1, 2, 3, 4] };
  expect(predictionPowered({ ...two, x: [1, 2, 3, 4] })).toMatchObject({
    estimate: 2,
    low: NaN,
    high: NaN,
  });
  expect(() => predictionPowered({ ...two, x: [1, 2, 3, NaN] })).toThrow("an x is a finite number");
});

test("of two groups is how much steeper the first is", () => {
  const { labels, predictions, x } = drawnRows("two lines", 80, 400);
  const inFirst = x.map((_, row) => row % 2 === 0);
  const bent = (column: readonly (number | undefined)[]) =>
    column.map((value, row) =>
      value === undefined ? undefined : value + (inFirst[row] ? 5 * x[row]! : 0),
    );
  const { estimate } = predictionPowered({ labels, predictions, x, inFirst });
  const more = predictionPowered({
    labels: bent(labels),
    predictions: bent(predictions) as number[],
    x,
    inFirst,
  });
  expect(more.estimate).toBeCloseTo(estimate + 5, 10);
});
