import { describe, expect, it } from "vitest";
import { meanInterval } from "./mean-interval.ts";

describe("the interval of a mean over seeds", () => {
  it.each([
    // scipy.stats.t.interval(level, n - 1, loc=mean, scale=sem)
    [0.95, [0.1, 0.3], -1.0706204736174694, 1.4706204736174693],
    [0.95, [0.5, 0.6, 0.55, 0.7, 0.65, 0.58, 0.62, 0.52], 0.5340071014502205, 0.6459928985497797],
    [0.9996, [0.5, 0.6, 0.55, 0.7, 0.65, 0.58, 0.62, 0.52], 0.4405647214834278, 0.7394352785165723],
  ])("at level %d is Student's t of SciPy", (level, figures, low, high) => {
    const interval = meanInterval(figures, level);
    expect(interval.low).toBeCloseTo(low, 9);
    expect(interval.high).toBeCloseTo(high, 9);
  });

  it("is a point where seeds do not differ, and none of one seed", () => {
    expect(meanInterval([1, 1, 1])).toMatchObject({ mean: 1, low: 1, high: 1 });
    const same = meanInterval([0.1, 0.1, 0.1]);
    expect(same).toMatchObject({ low: same.mean, high: same.mean, p: 0 });
    expect(meanInterval([1])).toMatchObject({ mean: 1, low: NaN, high: NaN });
  });

  it("has a level between 0 and 1", () => {
    expect(() => meanInterval([1, 2], 1.5)).toThrow(
      "the level of an interval is between 0 and 1, as 0.95, not 1.5",
    );
  });
});

describe("the p of a mean over seeds", () => {
  it.each([
    // scipy.stats.ttest_1samp(figures, 0).pvalue
    [[0.1, 0.3], 0.2951672353008665],
    [[0.02, -0.01, 0.03, 0.015, 0.04, -0.005], 0.11813972627642286],
    [[-0.5, -0.6, -0.55, -0.7], 0.0008306175665234184],
  ])("of %j is Student's t of SciPy", (figures, p) => {
    expect(meanInterval(figures).p).toBeCloseTo(p, 12);
  });

  it("is decided where seeds do not differ, and none of one seed", () => {
    expect([[0, 0, 0], [0.25, 0.25, 0.25], [1]].map((values) => meanInterval(values).p)).toEqual([
      1,
      0,
      NaN,
    ]);
  });
});
