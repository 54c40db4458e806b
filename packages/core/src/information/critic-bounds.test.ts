import { describe, expect, test } from "vitest";
import {
  donskerVaradhan,
  jensenShannon,
  logMeanExp,
  nguyenWainwrightJordan,
} from "./critic-bounds.ts";
import type { CriticScores } from "./critic-bounds.ts";

/**
 * A world of two by three whose cells are whole hundredths, so that samples can match it exactly.
 */
const joint = [
  [30, 5, 5],
  [0, 30, 30],
];
const px = joint.map((row) => row.reduce((a, b) => a + b, 0) / 100);
const py = [0, 1, 2].map((y) => (joint[0]![y]! + joint[1]![y]!) / 100);
const pmiOf = (x: number, y: number) => Math.log(joint[x]![y]! / 100 / (px[x]! * py[y]!));
const cells = [0, 1].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const));

/** The critic's scores on samples with exactly the world's proportions. */
function scores(critic: (x: number, y: number) => number): CriticScores {
  const repeated = (times: (x: number, y: number) => number): number[] =>
    cells.flatMap(([x, y]) => Array<number>(Math.round(times(x, y))).fill(critic(x, y)));
  return {
    joint: repeated((x, y) => joint[x]![y]!),
    product: repeated((x, y) => 10_000 * px[x]! * py[y]!),
  };
}

const mutualInformation = cells.reduce(
  (sum, [x, y]) => sum + (joint[x]![y]! === 0 ? 0 : (joint[x]![y]! / 100) * pmiOf(x, y)),
  0,
);
const divergence = cells.reduce((sum, [x, y]) => {
  const [p, q] = [joint[x]![y]! / 100, px[x]! * py[y]!];
  const m = (p + q) / 2;
  return sum + (p === 0 ? 0 : (p * Math.log(p / m)) / 2) + (q * Math.log(q / m)) / 2;
}, 0);

describe("of the critic that is PMI", () => {
  test("Donsker–Varadhan is the mutual information", () => {
    expect(donskerVaradhan(scores(pmiOf))).toBeCloseTo(mutualInformation, 12);
  });

  test("Donsker–Varadhan does not see a constant", () => {
    expect(donskerVaradhan(scores((x, y) => pmiOf(x, y) + 3))).toBeCloseTo(mutualInformation, 12);
  });

  test("NWJ is below, and tight once one is added", () => {
    expect(nguyenWainwrightJordan(scores(pmiOf))).toBeLessThan(mutualInformation);
    const shifted = scores((x, y) => pmiOf(x, y) + 1);
    expect(nguyenWainwrightJordan(shifted)).toBeCloseTo(mutualInformation, 12);
  });

  test("Jensen–Shannon is the divergence of joint from product", () => {
    expect(jensenShannon(scores(pmiOf))).toBeCloseTo(divergence, 12);
  });
});

describe("of any critic", () => {
  test("no bound exceeds what it bounds", () => {
    for (let k = 1; k <= 40; k++) {
      const critic = (x: number, y: number) => 3 * Math.sin(k * (x + 1) + 2.3 * k * y);
      expect(donskerVaradhan(scores(critic))).toBeLessThan(mutualInformation);
      expect(nguyenWainwrightJordan(scores(critic))).toBeLessThan(mutualInformation);
      expect(jensenShannon(scores(critic))).toBeLessThan(divergence);
    }
  });

  test("a critic that sees nothing bounds by zero", () => {
    expect(donskerVaradhan(scores(() => 2))).toBeCloseTo(0, 12);
    expect(jensenShannon(scores(() => 0))).toBeCloseTo(0, 12);
  });

  test("that rules out a pair which occurs, the bounds are −∞", () => {
    const wrong = { joint: [0, -Infinity], product: [0] };
    expect(donskerVaradhan(wrong)).toBe(-Infinity);
    expect(jensenShannon(wrong)).toBe(-Infinity);
  });

  test("large scores do not overflow", () => {
    expect(donskerVaradhan({ joint: [1000], product: [1000] })).toBe(0);
    expect(jensenShannon({ joint: [1000], product: [-1000] })).toBeCloseTo(Math.LN2, 12);
  });

  test("without samples there is no value, and NaN and +∞ are refused", () => {
    expect(donskerVaradhan({ joint: [], product: [1] })).toBeNaN();
    expect(nguyenWainwrightJordan({ joint: [1], product: [] })).toBeNaN();
    expect(() => jensenShannon({ joint: [NaN], product: [1] })).toThrow(/NaN at index 0/);
  });
});

describe("logMeanExp", () => {
  test("is the logarithm of the mean of the exponentials", () => {
    expect(logMeanExp([Math.log(1), Math.log(3)])).toBeCloseTo(Math.LN2, 15);
  });

  test("neither overflows nor underflows", () => {
    expect(logMeanExp([1000, 1000])).toBe(1000);
    expect(logMeanExp([-1000, -1000])).toBe(-1000);
  });

  test("−∞ counts as zero mass", () => {
    expect(logMeanExp([-Infinity, 0])).toBeCloseTo(-Math.LN2, 15);
    expect(logMeanExp([-Infinity, -Infinity])).toBe(-Infinity);
  });

  test("of nothing has no value; NaN and +∞ are refused", () => {
    expect(logMeanExp([])).toBeNaN();
    expect(() => logMeanExp([0, NaN])).toThrow(/NaN at index 1/);
    expect(() => logMeanExp([Infinity])).toThrow(/Infinity at index 0/);
  });
});
