import fc from "fast-check";
import { expect, test } from "vitest";
import { normal, random } from "../sampling/random.ts";
import { sortOrder } from "./sort-order.ts";

// Short ones are inserted, long ones sorted by their digits.
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));
const numbers = fc.oneof(
  fc.array(number, { maxLength: 128 }),
  fc.array(number, { minLength: 129, maxLength: 300 }),
);

function byComparison(values: readonly number[]): number[] {
  return values.map((_, i) => i).sort((i, j) => compare(values[i]!, values[j]!) || i - j);
}

/** Not a difference: −∞ − −∞ is NaN. */
function compare(a: number, b: number): number {
  return Number(a > b) - Number(a < b);
}

test("is ascending, and stable for equal values", () => {
  fc.assert(
    fc.property(numbers, (values) => {
      expect([...sortOrder(Float64Array.from(values))]).toEqual(byComparison(values));
    }),
  );
});

test.each([1, 30])(
  "orders subnormal numbers, both zeros and both infinities, %i times as many",
  (times) => {
    const values = Array<number[]>(times)
      .fill([5e-324, -Infinity, 0, -5e-324, Infinity, -0, 1e308, -1e308])
      .flat();
    expect([...sortOrder(Float64Array.from(values))]).toEqual(byComparison(values));
  },
);

test("sorts long and short stretches of values that agree in their upper half", () => {
  const source = random("close");
  const values = Float64Array.from({ length: 3000 }, (_, i) =>
    i % 2 === 0 ? 1 + 1e-14 * source.below(100) : 2 + i + 1e-10 * source.below(1000),
  );
  expect([...sortOrder(values)]).toEqual(byComparison([...values]));
});

test("a typed array that is a window on a larger one is sorted by its own values", () => {
  const values = Float64Array.from({ length: 2001 }, (_, i) => (i * 7919) % 2003).subarray(1);
  expect([...sortOrder(values)]).toEqual(byComparison([...values]));
});

test("sorts on both sides of the size from which it takes digits", () => {
  const source = random("sizes");
  for (const n of [128, 129]) {
    const values = Float64Array.from({ length: n }, () => Math.round(50 * normal(source)));
    expect([...sortOrder(values)]).toEqual(byComparison([...values]));
  }
});
