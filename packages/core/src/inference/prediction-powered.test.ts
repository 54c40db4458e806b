import { describe, expect, test } from "vitest";
import { drawnRows, golden, labelsOf } from "./prediction-powered.test.support.ts";
import { TOO_SKEWED } from "./exact-share.ts";
import { predictionPowered } from "./prediction-powered.ts";

describe("the prediction-powered mean", () => {
  test.each(golden.means)("agrees with ppi-python on $name", (each) => {
    const { predictions } = each;
    const { estimate, standardError, classical, samples } = predictionPowered({
      labels: labelsOf(each),
      predictions,
    });
    expect(samples[0]!.lambda).toBeCloseTo(each.lambda, 10);
    expect(estimate).toBeCloseTo(each.estimate, 10);
    expect(standardError).toBeCloseTo(each.error, 10);
    expect(classical.low).toBeCloseTo(each.classical[0], 10);
    expect(classical.high).toBeCloseTo(each.classical[1], 10);
  });

  test("is a share where labels are 0 and 1", () => {
    const five = [1, 0, 1, 1, 0];
    const labels = Array.from({ length: 35 }, (_, row) => (row < 25 ? five[row % 5] : undefined));
    const { estimate, classical } = predictionPowered({
      labels,
      predictions: Array.from({ length: 35 }, (_, row) => (row < 25 ? five[row % 5]! : 1)),
    });
    // The predictions are right: λ is the covariance .24 over 1 + 25/10 times the variance of
    // all 35.
    expect(estimate).toBeCloseTo(0.6 + (0.24 / 3.5 / ((35 * (5 / 7) * (2 / 7)) / 34)) * 0.4, 12);
    expect(classical.estimate).toBe(0.6);
  });

  test("of labels that are all 0 or all 1 is a share only where it is said to be", () => {
    const columns = { labels: [1, 1, 1, undefined], predictions: [1, 2, 3, 4] };
    expect(predictionPowered(columns)).toMatchObject({ isExact: false, low: 1, high: 1 });
    expect(predictionPowered({ ...columns, isShare: true })).toMatchObject({
      isExact: true,
      low: expect.closeTo(0.025 ** (1 / 3), 10),
      high: 1,
    });
    expect(() => predictionPowered({ ...columns, labels: [2, 1, 1], isShare: true })).toThrow(
      "columns are of equal length",
    );
    expect(() => predictionPowered({ ...columns, labels: [1, 1, 2, 1], isShare: true })).toThrow(
      "a label of a share is 0 or 1, not the 2 at index 2",
    );
  });

  test("is of labels alone where a share has few of a kind, which do not show how predictions err", () => {
    const labels = Array.from({ length: 300 }, (_, row) => (row < 60 ? +(row < 3) : undefined));
    const predictions = labels.map((_, row) => +(row % 20 === 0));
    const { classical, samples, ...powered } = predictionPowered({ labels, predictions });
    expect(samples[0]!.lambda).toBe(0);
    expect(powered).toEqual(classical);
    expect(powered).toMatchObject({ estimate: expect.closeTo(0.05, 12), isExact: true });
    expect(powered.low).toBeGreaterThan(0);
  });

  test("tells how skewed labels are, and how skewed what predictions leave of them", () => {
    const { truth, predictions } = drawnRows("skewed", 40, 400);
    const columnsOf = (value: (row: number) => number) => ({
      labels: truth.map((_, row) => (row < 40 ? value(row) : undefined)),
      predictions,
    });
    const even = predictionPowered(columnsOf((row) => truth[row]!));
    expect(Math.abs(even.classical.skewness)).toBeLessThan(TOO_SKEWED);
    const skewed = predictionPowered(columnsOf((row) => Math.exp(2 * truth[row]!)));
    expect(skewed.classical.skewness).toBeGreaterThan(TOO_SKEWED);
    const missed = predictionPowered(columnsOf((row) => predictions[row]! + (row === 7 ? 9 : 0)));
    expect(missed.skewness).toBeGreaterThan(TOO_SKEWED);
  });

  test("is narrower than from labels alone where predictions go with labels, by any scale, and the same where against", () => {
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    const { labels, predictions } = drawnRows("widths", 100, 5000);
    const good = predictionPowered({ labels, predictions });
    expect(width(good) / width(good.classical)).toBeLessThan(0.7);
    const scaled = predictionPowered({
      labels,
      predictions: predictions.map((value) => 3 * value + 100),
    });
    expect(width(scaled)).toBeCloseTo(width(good), 10);
    const { classical, ...against } = predictionPowered({
      labels,
      predictions: predictions.map((value) => -value),
    });
    expect(against).toMatchObject(classical);
  });

  test.each([
    ["all predictions are the same", [1, 2, 4, undefined, undefined], [0.1, 0.1, 0.1, 0.1, 0.1]],
    ["no row is without a label", [1, 2, 4], [1, 2, 3]],
    ["one row is without a label", [1, 2, 4, undefined], [1, 2, 3, 9]],
    ["two rows have a label", [1, 2, undefined, undefined], [1, 2, 3, 9]],
  ])("is the classical one where %s", (_, labels, predictions) => {
    const { samples, classical, ...powered } = predictionPowered({ labels, predictions });
    expect(powered).toEqual(classical);
    expect(classical.low).toBeLessThan(classical.high);
    expect(samples[0]!.lambda).toBe(0);
  });

  test("has no interval for one label, and no value for none", () => {
    const one = predictionPowered({ labels: [3, undefined, undefined], predictions: [1, 2, 3] });
    expect(one).toMatchObject({ estimate: 3, standardError: NaN, low: NaN, high: NaN });
    expect(
      predictionPowered({ labels: [undefined, undefined], predictions: [1, 2] }).estimate,
    ).toBeNaN();
    expect(predictionPowered({ labels: [], predictions: [] }).estimate).toBeNaN();
  });

  test("has no width where labels are all the same", () => {
    const labels = [0.1, 0.1, 0.1, undefined, undefined];
    const found = predictionPowered({ labels, predictions: [1, 0, 1, 0, 1] });
    expect(found).toMatchObject({ estimate: 0.1, standardError: 0, low: 0.1, high: 0.1 });
  });

  test("refuses NaN, infinities, null, columns of unequal length, and a level such as 95", () => {
    const of =
      (labels: readonly (number | undefined)[], predictions: readonly number[], level?: number) =>
      () =>
        predictionPowered({ labels, predictions }, level);
    expect(of([1, NaN], [1, 2])).toThrow(
      "or undefined where there is none, not the NaN at index 1",
    );
    expect(of([1, null as never], [1, 2])).toThrow("not the null at index 1");
    expect(of([1, undefined], [1, Infinity])).toThrow(
      "a prediction is a finite number, not the Infinity at index 1",
    );
    expect(of([1], [1, 2])).toThrow("columns are of equal length, not 1, 2 values");
    expect(of([1, 2, 3], [1, 2, 3], 95)).toThrow("between 0 and 1");
  });
});

describe("the prediction-powered difference of two groups", () => {
  const [first, second] = golden.difference;
  const labels = [...labelsOf(first), ...labelsOf(second)];
  const predictions = [...first.predictions, ...second.predictions];
  const inFirst = predictions.map((_, row) => row < first.predictions.length);
  const { estimate, standardError, classical, samples } = predictionPowered({
    labels,
    predictions,
    inFirst,
  });

  test("is that of two means by ppi-python, each with its λ", () => {
    expect(estimate).toBeCloseTo(first.estimate - second.estimate, 10);
    expect(standardError).toBeCloseTo(Math.hypot(first.error, second.error), 10);
    expect(samples.map(({ lambda }) => lambda)).toEqual(
      [first, second].map((one) => expect.closeTo(one.lambda, 10)),
    );
  });

  test("stands beside Welch's interval, as SciPy has it", () => {
    expect([classical.low, classical.high]).toEqual(
      golden.welch.map((end) => expect.closeTo(end, 10)),
    );
  });

  test("has no value where a group has no label, and refuses groups of other rows", () => {
    const of = (groups: readonly boolean[]) =>
      predictionPowered({ labels: [1, 2], predictions: [1, 2], inFirst: groups });
    expect(of([true, true]).estimate).toBeNaN();
    expect(() => of([])).toThrow("not 2, 2, 0 values");
  });
});
