import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  it("does not depend on the order in which keys were written", () => {
    expect(canonicalJson({ b: [1, { d: 2, c: 3 }], a: "x" })).toBe(
      canonicalJson({ a: "x", b: [1, { c: 3, d: 2 }] }),
    );
  });

  it("keeps the order of arrays", () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it("leaves out members that are undefined", () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it("writes JSON that reads back as the same data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const back: unknown = JSON.parse(canonicalJson(value));
        expect(canonicalJson(back)).toBe(canonicalJson(value));
        expect(JSON.stringify(sorted(back))).toBe(JSON.stringify(sorted(value)));
      }),
    );
  });

  it.each([
    [{ a: { b: Number.NaN } }, "$.a.b is NaN"],
    [{ a: [1, Infinity] }, "$.a[1] is Infinity"],
    [{ at: new Date(0) }, "$.at is a Date"],
    [{ f: () => 1 }, "$.f is of type function"],
    [{ n: 1n }, "$.n is of type bigint"],
  ])("refuses what JSON cannot hold and says where: %#", (value, place) => {
    expect(() => canonicalJson(value)).toThrow(place);
  });
});

/** An independent way to forget the order of keys: entries, sorted, all the way down. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([key, item]) => [key, sorted(item)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
