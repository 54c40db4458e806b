import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pearson, spearman } from "./correlation.ts";
import { midranks } from "./midranks.ts";

const golden: {
  readonly cases: readonly {
    readonly name: string;
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly ranks: readonly number[];
    readonly spearman: number;
    readonly pearson: number;
  }[];
} = JSON.parse(readFileSync(new URL("../../fixtures/correlation.json", import.meta.url), "utf8"));

describe.each(golden.cases)("of $name, as SciPy", (each) => {
  test("midranks", () => {
    expect([...midranks(each.x)]).toEqual(each.ranks);
  });

  test("Spearman's ρ and Pearson's r", () => {
    expect(spearman(each.x, each.y)).toBeCloseTo(each.spearman, 10);
    expect(pearson(each.x, each.y)).toBeCloseTo(each.pearson, 10);
  });
});

const pairs = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
  minLength: 3,
  maxLength: 60,
});
const columns = (rows: readonly (readonly [number, number])[]): [number[], number[]] => [
  rows.map(([x]) => x),
  rows.map(([, y]) => y),
];

describe("spearman", () => {
  test("is Pearson's correlation of the midranks", () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const [x, y] = columns(rows);
        fc.pre(new Set(x).size > 1 && new Set(y).size > 1);
        expect(spearman(x, y)).toBeCloseTo(pearson(midranks(x), midranks(y)), 12);
      }),
    );
  });

  test("with ties, gives SciPy's value", () => {
    // scipy.stats.spearmanr([1, 2, 2, 3, 5, 5, 5, 8], [2, 1, 3, 3, 4, 7, 6, 6]).statistic
    expect(spearman([1, 2, 2, 3, 5, 5, 5, 8], [2, 1, 3, 3, 4, 7, 6, 6])).toBeCloseTo(
      0.8510794409931051,
      14,
    );
  });

  test("does not change under increasing maps of either column", () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const [x, y] = columns(rows);
        const mapped = y.map((value) => Math.exp(value / 3) - 7);
        expect(spearman(x, mapped)).toEqual(spearman(x, y));
      }),
    );
  });

  test("does not change when the pairs are reordered or the columns exchanged", () => {
    fc.assert(
      fc.property(pairs, fc.integer(), (rows, turn) => {
        const [x, y] = columns(rows);
        const at = Math.abs(turn) % rows.length;
        const [u, v] = columns([...rows.slice(at), ...rows.slice(0, at)].reverse());
        expect(spearman(u, v)).toEqual(spearman(x, y));
        expect(spearman(y, x)).toEqual(spearman(x, y));
      }),
    );
  });

  test("is exactly 1 and −1 for the same and for opposite rankings", () => {
    const x = Array.from({ length: 500 }, (_, i) => (i * 37) % 101);
    expect(spearman(x, x)).toBe(1);
    expect(
      spearman(
        x,
        x.map((value) => -value),
      ),
    ).toBe(-1);
  });

  test("−∞, the logarithm of zero, ranks below every number", () => {
    expect(spearman([-Infinity, 1, 2, Infinity], [-7, 1, 2, 30])).toBe(1);
  });

  test("has no value without variance, and none for one pair or no pair", () => {
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeNaN();
    expect(spearman([1, 2, 3], [0.1, 0.1, 0.1])).toBeNaN();
    expect(spearman([1], [2])).toBeNaN();
    expect(spearman([], [])).toBeNaN();
  });

  test("refuses NaN and unequal lengths", () => {
    expect(() => spearman([1, NaN, 3], [1, 2, 3])).toThrow(RangeError);
    expect(() => spearman([1, 2, 3], [1, 2])).toThrow(RangeError);
  });

  test("takes plain and typed arrays alike", () => {
    expect(spearman(Float64Array.of(1, 2, 3, 4), [1, 3, 2, 4])).toBe(0.8);
  });
});

describe("pearson", () => {
  test("gives SciPy's value", () => {
    // scipy.stats.pearsonr([1, 2, 2, 3, 5, 5, 5, 8], [2, 1, 3, 3, 4, 7, 6, 6]).statistic
    expect(pearson([1, 2, 2, 3, 5, 5, 5, 8], [2, 1, 3, 3, 4, 7, 6, 6])).toBeCloseTo(
      0.8151115136354148,
      14,
    );
  });

  test("keeps its digits under a large offset and at a tiny scale", () => {
    const x = [1, 2, 3, 4, 5];
    const y = [2, 1, 4, 3, 5];
    expect(
      pearson(
        x.map((value) => value + 1e8),
        y,
      ),
    ).toBeCloseTo(0.8, 12);
    expect(
      pearson(
        x.map((value) => value * 1e-200),
        y,
      ),
    ).toBeCloseTo(0.8, 12);
  });

  test("stays within −1 and 1", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 }), (x) => {
        const r = pearson(
          x,
          x.map((value) => 3 * value + 1),
        );
        expect(Number.isNaN(r) || Math.abs(r) <= 1).toBe(true);
      }),
    );
  });

  test("has no value for a constant whose rounded mean differs from it", () => {
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeNaN();
    expect(pearson([], [])).toBeNaN();
  });

  test("refuses infinities, which have no mean, with their place", () => {
    expect(() => pearson([1, 2, -Infinity], [1, 2, 3])).toThrow(/-Infinity at index 2/);
  });
});
