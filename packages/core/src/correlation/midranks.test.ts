import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { midranks } from "./midranks.ts";

const withTies = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  maxLength: 60,
});

/** The definition, one comparison a pair of values. */
function byDefinition(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

describe("midranks", () => {
  test("ties share the mean of the ranks they cover", () => {
    expect([...midranks([10, 20, 20, 30, 20])]).toEqual([1, 3, 3, 5, 3]);
  });

  test("are what counting the smaller and the equal values gives", () => {
    fc.assert(
      fc.property(withTies, (values) => {
        expect([...midranks(values)]).toEqual(byDefinition(values));
      }),
    );
  });

  test("−∞ ranks first, +∞ last, and −0 ties with 0", () => {
    expect([...midranks([0, Infinity, -0, -Infinity, 5])]).toEqual([2.5, 5, 2.5, 1, 4]);
  });

  test("an empty list has no ranks", () => {
    expect(midranks([])).toHaveLength(0);
  });

  test("a Float64Array gives what a plain array gives, and is not changed", () => {
    const values = Float64Array.of(3, 1, 3);
    expect(midranks(values)).toEqual(midranks([3, 1, 3]));
    expect([...values]).toEqual([3, 1, 3]);
  });

  test("NaN is refused with its place", () => {
    expect(() => midranks([1, NaN, 2])).toThrow(/index 1/);
  });
});
