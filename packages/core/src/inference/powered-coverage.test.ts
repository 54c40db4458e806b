import { describe, expect, test } from "vitest";
import { poweredCoverage, poweredWorlds } from "./powered-coverage.test.support.ts";

const TRIALS = 1000;
/** Four standard errors of a share of 95 %. */
const tolerance = (trials: number) => 4 * Math.sqrt((0.95 * 0.05) / trials);
/** Where values are far from normal, 50 are too few for any interval from their mean. */
const skewed = /skewed/;

test("intervals of a mean hold in 95 % of trials, narrower with good predictions and not wider with useless ones", () => {
  const [good, useless] = poweredWorlds
    .slice(0, 2)
    .map((world) => poweredCoverage(world, 50, 300, 400));
  for (const { powered, classical } of [good!, useless!]) {
    expect(Math.abs(powered - 0.95)).toBeLessThan(tolerance(300));
    expect(Math.abs(classical - 0.95)).toBeLessThan(tolerance(300));
  }
  expect(good!.width).toBeLessThan(0.7);
  expect(useless!.width).toBeLessThan(1.01);
});

describe.each(poweredWorlds)("intervals of a $name", { tags: "full" }, (world) => {
  test.each([50, 100, 500])(
    "hold in 95 % of 1,000 trials at %i labels, within noise",
    (labelled) => {
      const { powered, classical, width } = poweredCoverage(world, labelled, TRIALS);
      expect(width).toBeLessThan(1.01);
      const least =
        skewed.test(world.name) && labelled < 500 ? Math.min(0.95, classical) - 0.03 : 0.95;
      expect(powered).toBeGreaterThan(least - tolerance(TRIALS));
      expect(powered).toBeLessThan(0.95 + tolerance(TRIALS));
    },
  );
});
