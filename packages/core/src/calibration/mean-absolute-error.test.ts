import { expect, test } from "vitest";
import { meanAbsoluteError } from "./mean-absolute-error.ts";
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
