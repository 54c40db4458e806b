import { describe, expect, test } from "vitest";
import { weightedLeastSquares } from "../correlation/weighted-least-squares.ts";
import { calibrationSlope } from "./calibration-slope.ts";
import { normal, random } from "../sampling/random.ts";

const source = random("calibration");
const truth = Array.from({ length: 300 }, () => Math.exp(-0.5 - Math.abs(normal(source))));

describe("calibrationSlope", () => {
  test("is 1 for estimates that are the truth, on both scales", () => {
    expect(calibrationSlope(truth, truth).slope).toBeCloseTo(1, 12);
    expect(calibrationSlope(truth, truth, "log").slope).toBeCloseTo(1, 12);
  });

  test("is below 1 for over-dispersed estimates and above 1 for timid ones", () => {
    expect(
      calibrationSlope(
        truth.map((p) => p ** 2),
        truth,
        "log",
      ).slope,
    ).toBeCloseTo(0.5, 12);
    expect(calibrationSlope(truth.map(Math.sqrt), truth, "log").slope).toBeCloseTo(2, 12);
    const timid = truth.map((p) => 0.25 + p / 2);
    expect(calibrationSlope(timid, truth).slope).toBeCloseTo(2, 12);
  });

  test("clamps an estimate of zero before the logarithm", () => {
    const estimates = [0, 0.1, 0.2];
    const clamped = [1e-6, 0.1, 0.2];
    const actual = [0.1, 0.2, 0.3];
    expect(calibrationSlope(estimates, actual, "log")).toEqual(
      calibrationSlope(clamped, actual, "log"),
    );
  });

  test("refuses what is no probability, on either scale", () => {
    expect(() => calibrationSlope([0.1, 1.2], [0.1, 0.2])).toThrow(/from 0 to 1, not 1.2/);
    expect(() => calibrationSlope([0.1, NaN], [0.1, 0.2], "log")).toThrow(/NaN/);
  });

  test("has no value where all estimates are the same", () => {
    expect(calibrationSlope([0.5, 0.5, 0.5], [0.1, 0.2, 0.3]).slope).toBeNaN();
  });

  test("of weighted pairs is the slope of the weighted line, on both scales", () => {
    const [estimates, actual, weights] = [
      [0.1, 0.2, 0.5, 0.9],
      [0.3, 0.1, 0.6, 0.7],
      [1, 4, 2, 0.5],
    ];
    const { slope, slopeError } = weightedLeastSquares(estimates!, actual!, weights!);
    expect(calibrationSlope(estimates!, actual!, "probability", weights)).toMatchObject({
      slope,
      slopeError,
    });
    const logs = [estimates!, actual!].map((column) => column.map(Math.log));
    const onLogs = weightedLeastSquares(logs[0]!, logs[1]!, weights!);
    expect(calibrationSlope(estimates!, actual!, "log", weights).slope).toBe(onLogs.slope);
  });
});
