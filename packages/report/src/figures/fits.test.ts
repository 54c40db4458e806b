import { calibrationSlope } from "@promptnce/core/calibration";
import { describe, expect, it } from "vitest";
import { fits } from "./draw-scatter.ts";

const points = [0.001, 0.01, 0, 0.2, 0.9].map((estimate, i) => ({
  pair: `${i}`,
  estimate,
  truth: Math.sqrt(estimate) / 2,
}));

describe("the line of a scatter", () => {
  it("is fitted to the logarithms of probabilities, like the calibration slope on the log scale in the table", () => {
    const { slope, intercept } = calibrationSlope(
      points.map(({ estimate }) => estimate),
      points.map(({ truth }) => truth),
      "log",
    );
    expect(fits(points, "conditional").line).toMatchObject({ slope, intercept });
    expect(
      fits(
        points.filter(({ estimate }) => estimate > 0),
        "marginal",
      ).line?.slope,
    ).toBeCloseTo(0.5, 12);
  });

  it("is fitted to PMI without a transformation", () => {
    const pmi = [-3, 0, 2].map((estimate) => ({ pair: "", estimate, truth: 2 * estimate + 1 }));
    expect(fits(pmi, "pmi").line?.slope).toBeCloseTo(2, 12);
    expect(fits(pmi, "pmi").line?.intercept).toBeCloseTo(1, 12);
  });

  it("does not exist if all estimates are equal", () => {
    expect(
      fits(
        [1, 2].map((truth) => ({ pair: "", estimate: 1, truth })),
        "pmi",
      ),
    ).toEqual({});
  });
});
