import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import { clustersOf } from "./resampler.ts";
import { twoWayFit } from "./two-way-fit.ts";

interface Fitted {
  readonly name: string;
  readonly values: number[];
  readonly first: number[];
  readonly second: number[];
  readonly residuals: number[];
  readonly freedom: number;
}
const golden: { tables: Fitted[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/two_way_fit.json", import.meta.url), "utf8"),
);
const groups = (keys: readonly number[]) => clustersOf(keys.length, keys);

describe("the fit of two levels", () => {
  test.each(golden.tables)("leaves the residuals of NumPy's least squares: $name", (table) => {
    const { residuals, freedom } = twoWayFit(
      Float64Array.from(table.values),
      groups(table.first),
      groups(table.second),
    );
    expect(freedom).toBe(table.freedom);
    residuals.forEach((value, i) => expect(value).toBeCloseTo(table.residuals[i]!, 9));
  });

  test("leaves exactly nothing of a sum of two levels, however unbalanced", () => {
    const source = random("sum");
    const [first, second] = [20, 30].map((count) =>
      Array.from({ length: 200 }, () => source.below(count)),
    ) as [number[], number[]];
    const level = Array.from({ length: 30 }, () => 10 * normal(source));
    const values = Float64Array.from(first, (a, i) => level[a]! - level[second[i]!]!);
    const fit = twoWayFit(values, groups(first), groups(second));
    expect(fit.residuals).toEqual(new Float64Array(200));
    values.forEach((value, i) => expect(fit.first[i]! + fit.second[i]!).toBeCloseTo(value, 9));
  });

  test("leaves nothing where each row has a group of its own", () => {
    const values = Float64Array.of(3, 1, 2);
    const alone = groups([0, 1, 2]);
    expect(twoWayFit(values, alone, groups([0, 0, 0]))).toMatchObject({
      residuals: new Float64Array(3),
      freedom: 0,
    });
  });
});
