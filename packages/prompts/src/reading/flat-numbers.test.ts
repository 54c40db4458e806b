import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flatNumbers } from "./flat-numbers.ts";

/** JSON.stringify writes −0 as 0. */
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

describe("flatNumbers", () => {
  it("has the entries that JSON.parse has, in its order, or leaves the text to it", () => {
    const members = fc.array(fc.tuple(fc.string({ unit: "binary" }), numbers), { minLength: 1 });
    const space = fc.constantFrom("", " ", "\n  ", "\t\r\n");
    fc.assert(
      fc.property(members, space, (said, blank) => {
        const list = said.map(
          ([key, value]) => `${blank}${JSON.stringify(key)}${blank}:${blank}${JSON.stringify(value)}${blank}`,
        );
        const text = `{${list.join(",")}}`;
        const whole = new Map(Object.entries(JSON.parse(text)));
        expect([...(flatNumbers(text) ?? whole)]).toEqual([...whole]);
      }),
    );
  });

  it("takes any label without a quotation mark, backslash, control character or digit in front", () => {
    const plain = fc.string({ minLength: 1 }).filter((key) => /^[^"\\\d\p{Cc}][^"\\\p{Cc}]*$/u.test(key));
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, numbers), { minLength: 1 }), (said) => {
        const list = said.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
        expect(flatNumbers(`{${list.join(", ")}}`)).toEqual(new Map(said));
      }),
    );
  });

  it("takes __proto__ and constructor as keys like any, and of two equal keys the last", () => {
    expect(flatNumbers('{"__proto__": 0.1, "constructor": 2, "a": 3, "__proto__": -4e-1}')).toEqual(
      new Map([
        ["__proto__", -0.4],
        ["constructor", 2],
        ["a", 3],
      ]),
    );
  });

  it.each([
    "",
    "{}",
    "[1]",
    '{"a": 1,}',
    '{"a": 01}',
    '{"a": .5}',
    '{"a": 1.}',
    '{"a": +1}',
    '{"a": NaN}',
    '{"a": "1"}',
    '{"a": {"b": 1}}',
    '{"a": 1} ',
    '{"a": 1}{"b": 2}',
    '{"a": 1, "b"',
    '{"a\\n": 1}',
    '{"a\n": 1}',
    '{"b": 1, "2": 1}',
    '{"": 1}',
    '{"a": 1\u00a0}',
    "{'a': 1}",
  ])("leaves %j to what reads any JSON", (text) => {
    expect(flatNumbers(text)).toBeUndefined();
  });
});
