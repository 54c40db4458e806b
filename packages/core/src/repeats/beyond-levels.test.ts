import { describe, expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import { beyondLevels, truthLevels } from "./beyond-levels.ts";

/** Every label of 60 x, and a sample of the pairs in which hardly an x stands twice. */
const source = random("levels");
const keys = {
  x: Array.from({ length: 300 }, (_, row) => Math.floor(row / 5)),
  labels: Array.from({ length: 300 }, (_, row) => row % 5),
};
const [ofX, ofLabel] = [60, 5].map((count) => Array.from({ length: count }, () => normal(source)));
const truth = keys.x.map(
  (x, row) => 2 * ofX![x]! + 2 * ofLabel![keys.labels[row]!]! + normal(source),
);
const all = truthLevels(truth, keys);

/** Mean and standard deviation over samples of 50 of the pairs, resampled once each as they are. */
function overSamples(estimateOf: (row: number) => number) {
  const values = Array.from({ length: 400 }, (_, sample) => {
    const draw = random(`sample ${sample}`);
    const rows = Array.from({ length: 50 }, () => draw.below(300));
    const at = (column: ArrayLike<number>) => Float64Array.from(rows, (row) => column[row]!);
    const levels = { x: at(all.x), label: at(all.label) };
    const estimates = rows.map(estimateOf);
    return beyondLevels(at(truth), levels)(estimates)(new Uint32Array(50).fill(1));
  });
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, least: Math.min(...values) };
}

describe("the correlation beyond the levels of the truth", () => {
  test("is 0 on average of who is blind to x, to y, or adds up what x and the label say", () => {
    const xLooks = (row: number) => Math.exp(ofX![keys.x[row]!]!);
    const labelLooks = (row: number) => ofLabel![keys.labels[row]!]! ** 3;
    for (const blind of [xLooks, labelLooks, (row: number) => xLooks(row) - 4 * labelLooks(row)]) {
      expect(Math.abs(overSamples(blind).mean)).toBeLessThan(4 * (1 / Math.sqrt(50 * 400)));
    }
  });

  test("is 1 of the truth, whatever is added to it by x and by label", () => {
    expect(overSamples((row) => truth[row]!).least).toBeCloseTo(1, 9);
    const moved = (row: number) => truth[row]! - all.x[row]! + 3 * all.label[row]!;
    expect(overSamples(moved).least).toBeCloseTo(1, 9);
  });

  test("has no value where nothing is left: of constants, of the levels themselves, of four pairs", () => {
    const once = new Uint32Array(300).fill(1);
    expect(beyondLevels(truth, all)(new Float64Array(300).fill(2))(once)).toBeNaN();
    expect(beyondLevels(all.x, all)(truth)(once)).toBeNaN();
    const drawn = new Uint32Array(300);
    drawn.fill(1, 0, 4);
    expect(beyondLevels(truth, all)(truth)(drawn)).toBeNaN();
  });

  test("counts a pair as often as it was drawn", () => {
    const [few, twice] = [new Uint32Array(300), new Uint32Array(300)];
    few.fill(1, 0, 20);
    twice.fill(2, 0, 20);
    const estimates = truth.map((value) => value + normal(source));
    const statistic = beyondLevels(truth, all)(estimates);
    expect(statistic(twice)).toBeCloseTo(statistic(few), 12);
  });

  test("gives several columns on one resample what each has by itself", () => {
    const drawn = Uint32Array.from(truth, (_, row) => row % 3);
    const columns = [2, 3].map((power) => truth.map((value) => value ** power));
    const together = columns.map(beyondLevels(truth, all)).map((one) => one(drawn, 7));
    const alone = columns.map((column) => beyondLevels(truth, all)(column)(drawn));
    expect(together).toEqual(alone);
  });

  test("refuses −∞, NaN and unequal lengths", () => {
    expect(() => truthLevels([-Infinity], { x: [1], labels: [1] })).toThrow("finite numbers");
    expect(() => truthLevels([1, 2], { x: [1], labels: [1] })).toThrow("1 numbers, not 2");
    expect(() => beyondLevels(truth, all)(truth.with(3, Number.NaN))).toThrow("takes no NaN");
    expect(() => beyondLevels(truth, all)(truth.with(3, Infinity))).toThrow("finite numbers");
    expect(() => beyondLevels([1], all)).toThrow("300 and 1");
    expect(() => beyondLevels(truth, all)([1])).toThrow("300 and 1");
  });
});
