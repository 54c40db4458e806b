import { expect, test } from "vitest";
import { meanAbsoluteError } from "./mean-absolute-error.ts";
import { golden } from "../correlation/weights.test.support.ts";
import { expectedCalibrationError, reliabilityTable } from "./reliability.ts";

test("is how far estimates are from the truth, which a bin's calibration error hides", () => {
  const [estimates, truth] = [
    [0.31, 0.39],
    [0.39, 0.31],
  ];
  expect(meanAbsoluteError(estimates!, truth!)).toBeCloseTo(0.08, 12);
  expect(expectedCalibrationError(reliabilityTable(estimates!, truth!))).toBeCloseTo(0, 12);
});

test("has no value of nothing, and refuses NaN", () => {
  expect(meanAbsoluteError([], [])).toBeNaN();
  expect(() => meanAbsoluteError([NaN], [1])).toThrow("takes no NaN");
});

test("of weighted pairs is NumPy's weighted average, and so is the calibration error of weighted bins", () => {
  const { estimates, truth, weights, absoluteError, calibrationError } = golden.calibration[0]!;
  expect(meanAbsoluteError(estimates, truth, weights)).toBeCloseTo(absoluteError, 12);
  const table = reliabilityTable(estimates, truth, { weights });
  expect(expectedCalibrationError(table)).toBeCloseTo(calibrationError, 12);
});

test("leaves out pairs and bins of weight 0, and refuses a negative weight", () => {
  expect(meanAbsoluteError([0, 1], [0.5, 0], [1, 0])).toBe(0.5);
  expect(reliabilityTable([0, 1], [0.5, 0], { weights: [1, 0] })).toHaveLength(1);
  expect(() => meanAbsoluteError([0, 1], [0.5, 0], [1, -1])).toThrow("not the -1 at index 1");
});
