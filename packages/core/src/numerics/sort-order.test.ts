import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { radixOrder } from "./radix-order.ts";
import { normal, random } from "../sampling/random.ts";
import { sortOrder } from "./sort-order.ts";

const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  maxLength: 200,
});

function byComparison(values: readonly number[]): number[] {
  return values.map((_, i) => i).sort((i, j) => compare(values[i]!, values[j]!) || i - j);
}

/** Not a difference: −∞ − −∞ is NaN. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

describe.each([
  ["sortOrder", sortOrder],
  ["radixOrder", radixOrder],
])("%s", (_name, order) => {
  test("is ascending, and stable for equal values", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        expect([...order(Float64Array.from(values))]).toEqual(byComparison(values));
      }),
    );
  });

  test("orders subnormal numbers, both zeros and both infinities", () => {
    const values = [5e-324, -Infinity, 0, -5e-324, Infinity, -0, 1e308, -1e308];
    expect([...order(Float64Array.from(values))]).toEqual([1, 7, 3, 2, 5, 0, 6, 4]);
  });
});

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

test("both sorts agree on both sides of the size where one takes over", () => {
  const source = random("sizes");
  for (const n of [1499, 1500]) {
    const values = Float64Array.from({ length: n }, () => Math.round(1000 * normal(source)));
    expect(sortOrder(values)).toEqual(radixOrder(values));
    expect([...sortOrder(values)]).toEqual(byComparison([...values]));
  }
});
