import { describe, expect, test } from "vitest";
import { replicated } from "../resampling/bootstrap.ts";
import { standardError } from "../resampling/standard-error.ts";
import { normal, random } from "../sampling/random.ts";
import { centredByBoth, resampledCentredSpearman } from "./centred-by-both.ts";

/** Every label of every x. */
function table(xs: number, labels: number, contexts = 1) {
  const rows = Array.from({ length: contexts * xs * labels }, (_, row) => row);
  return {
    contexts: rows.map((row) => Math.floor(row / (xs * labels))),
    x: rows.map((row) => Math.floor(row / labels) % xs),
    labels: rows.map((row) => row % labels),
  };
}
const rho = (
  estimates: readonly number[],
  truth: readonly number[],
  keys: ReturnType<typeof table>,
) =>
  resampledCentredSpearman(centredByBoth(estimates, truth, keys))(
    new Uint32Array(truth.length).fill(1),
  );

describe("ρ centred by x and by label", () => {
  const keys = table(6, 4, 5);
  const source = random("centred");
  const rows = keys.x.map((_, row) => row);
  const level = () => Array.from({ length: 200 }, () => 3 * normal(source));
  const [ofX, ofLabel] = [level(), level()];
  const xOf = (row: number) => ofX[6 * keys.contexts[row]! + keys.x[row]!]!;
  const labelOf = (row: number) => ofLabel[4 * keys.contexts[row]! + keys.labels[row]!]!;
  const match = rows.map(() => normal(source));
  const truth = rows.map((row) => xOf(row) + labelOf(row) + match[row]!);

  test("is 1 of the truth, and of the truth with other levels of x and labels", () => {
    expect(rho(truth, truth, keys)).toBe(1);
    const others = rows.map((row) => match[row]! - 2 * xOf(row) + 7 * ofLabel[keys.labels[row]!]!);
    expect(rho(others, truth, keys)).toBe(1);
  });

  test("has no value of who is blind to x, who is blind to y, or adds up both", () => {
    expect(rho(rows.map(labelOf), truth, keys)).toBeNaN();
    expect(rho(rows.map(xOf), truth, keys)).toBeNaN();
    expect(
      rho(
        rows.map((row) => xOf(row) / 3 + 7 * labelOf(row)),
        truth,
        keys,
      ),
    ).toBeNaN();
  });

  test("refuses −∞ and columns of another length", () => {
    expect(() => centredByBoth([-Infinity], [1], { x: [1], labels: [1] })).toThrow("finite");
    expect(() => centredByBoth([1, 2], [1], { x: [1], labels: [1] })).toThrow("1 numbers a column");
  });

  test.each([
    ["pair", table(5, 4)],
    ["x", table(40, 3)],
    ["x", table(6, 20)],
    ["context", table(3, 4, 30)],
  ] as const)(
    "its error by resampling each %s is that of chance, inflated as it says",
    (unit, keys) => {
      const errors: number[] = [];
      const values: number[] = [];
      const { contexts, x } = keys;
      const whole = { pair: undefined, x, context: contexts }[unit];
      for (let trial = 0; trial < 150; trial++) {
        const noise = random(`${unit} ${x.length} ${trial}`);
        const columns = [0, 1].map(() => x.map(() => normal(noise)));
        const centred = centredByBoth(columns[0]!, columns[1]!, keys);
        const [made] = replicated([resampledCentredSpearman(centred)], x.length, {
          seed: trial,
          replicates: 100,
          ...(whole && { clusters: whole }),
        });
        values.push(made!.value);
        const inflation = unit === "context" ? 1 : centred.inflation[unit];
        errors.push(inflation * standardError(made!.replicates));
      }
      const spread = standardError(Float64Array.from(values));
      const usual = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      expect(usual / spread).toBeGreaterThan(0.85);
      expect(usual / spread).toBeLessThan(1.3);
    },
  );
});
