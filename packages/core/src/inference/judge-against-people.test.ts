import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { judgeAgainstPeople } from "./judge-against-people.ts";
import { predictionPowered } from "./prediction-powered.ts";

interface Case {
  readonly name: string;
  /** People's yes called yes and no, people's no called yes and no. */
  readonly table: readonly [number, number, number, number];
  /** Predictions of yes and no in rows without a label. */
  readonly unlabelled: readonly [number, number];
  readonly alone: number;
  readonly bias: number;
  readonly biasInterval: readonly [number, number];
  readonly sensitivity: number;
  readonly specificity: number;
  readonly agreement: number;
  readonly kappa: number;
  readonly corrected: number;
  readonly correctedInterval: readonly [number, number];
}

const path = join(import.meta.dirname, "../../fixtures/judge.json");
const { cases } = JSON.parse(readFileSync(path, "utf8")) as { readonly cases: readonly Case[] };

function columnsOf({ table, unlabelled }: Pick<Case, "table" | "unlabelled">) {
  const cells: [number | undefined, number, number][] = [
    [1, 1, table[0]],
    [1, 0, table[1]],
    [0, 1, table[2]],
    [0, 0, table[3]],
    [undefined, 1, unlabelled[0]],
    [undefined, 0, unlabelled[1]],
  ];
  const rows = cells.flatMap(([label, prediction, count]) =>
    Array.from({ length: count }, () => ({ label, prediction })),
  );
  return {
    labels: rows.map(({ label }) => label),
    predictions: rows.map(({ prediction }) => prediction),
  };
}

describe("a judge's yes and no beside people's", () => {
  test.each(cases)("agree with scikit-learn, SciPy and ppi-python on $name", (each) => {
    const columns = columnsOf(each);
    const { alone, bias, yesNo } = judgeAgainstPeople(columns, "seed");
    expect(alone).toBeCloseTo(each.alone, 12);
    expect(bias.estimate).toBeCloseTo(each.bias, 12);
    expect(bias.low).toBeCloseTo(each.biasInterval[0], 10);
    expect(bias.high).toBeCloseTo(each.biasInterval[1], 10);
    expect(yesNo?.sensitivity.estimate).toBeCloseTo(each.sensitivity, 12);
    expect(yesNo?.specificity.estimate).toBeCloseTo(each.specificity, 12);
    expect(yesNo?.agreement).toBeCloseTo(each.agreement, 12);
    expect(yesNo?.kappa.value).toBeCloseTo(each.kappa, 12);
    expect(yesNo?.kappa.low).toBeLessThan(each.kappa);
    expect(yesNo?.kappa.high).toBeGreaterThan(each.kappa);
    const corrected = predictionPowered(columns);
    expect(corrected.estimate).toBeCloseTo(each.corrected, 10);
    // Student's t and n − 1 here, the normal distribution and n there.
    expect(Math.abs(corrected.low - each.correctedInterval[0])).toBeLessThan(0.002);
    expect(Math.abs(corrected.high - each.correctedInterval[1])).toBeLessThan(0.002);
  });

  it("are a share of .6313, .575 to .687, by hand, where the judge alone says .7525", () => {
    const [tooOften] = cases;
    const { estimate, low, high } = predictionPowered(columnsOf(tooOften!));
    expect([estimate, low, high].map((value) => value.toFixed(4))).toEqual([
      "0.6313",
      "0.5753",
      "0.6874",
    ]);
    expect(judgeAgainstPeople(columnsOf(tooOften!), 1).alone).toBe(0.7525);
  });

  it("have an exact interval of sensitivity where few of people's yes are missed", () => {
    const { yesNo } = judgeAgainstPeople(
      columnsOf({ table: [30, 0, 4, 16], unlabelled: [40, 10] }),
      1,
    );
    expect(yesNo?.sensitivity).toMatchObject({ estimate: 1, isExact: true, high: 1 });
    // The bound of Clopper and Pearson with 30 of 30: the 30th root of .025.
    expect(yesNo?.sensitivity.low).toBeCloseTo(0.025 ** (1 / 30), 10);
  });

  it("have no κ where both always say yes, and no specificity without people's no", () => {
    const { yesNo } = judgeAgainstPeople(
      { ...columnsOf({ table: [20, 0, 0, 0], unlabelled: [5, 5] }), isShare: true },
      1,
    );
    expect(yesNo?.kappa.value).toBeNaN();
    expect(yesNo?.specificity.estimate).toBeNaN();
  });

  it("change nothing where every row has the same weight", () => {
    const columns = columnsOf(cases[0]!);
    const weights = columns.predictions.map(() => 3);
    expect(judgeAgainstPeople({ ...columns, weights }, 1).yesNo?.kappa.value).toBeCloseTo(
      cases[0]!.kappa,
      12,
    );
  });
});

describe("a judge of numbers", () => {
  const predictions = [1, 2, 3, 4, 5, 6];
  const labels = [1.5, 2.5, 3, undefined, undefined, undefined];

  it("has a bias, the mean error of the labelled rows, and no yes or no", () => {
    const { alone, bias, yesNo } = judgeAgainstPeople({ labels, predictions }, 1);
    expect(alone).toBe(3.5);
    expect(bias.estimate).toBeCloseTo(-1 / 3, 12);
    expect(yesNo).toBeUndefined();
  });
});
