import { anyText } from "@promptnce/testing/any-text";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { flatNumbers, parseObject } from "./parse-object.ts";

test("JSON is read as it is", () => {
  expect(parseObject('{"a": 0.5, "b": "x"}')).toEqual({
    ok: true,
    entries: new Map<string, unknown>([
      ["a", 0.5],
      ["b", "x"],
    ]),
    notes: [],
  });
});

test("__proto__ and constructor are keys like others", () => {
  const parsed = parseObject('{"__proto__": 0.1, "constructor": 0.2}');
  expect(parsed.ok && Array.from(parsed.entries)).toEqual([
    ["__proto__", 0.1],
    ["constructor", 0.2],
  ]);
});

test.each([
  "{'a': 0.5}",
  "{a: 0.5}",
  '{"a": 0.5,}',
  '{"a": .5}',
  '{"a": 0.5 // half\n}',
  "{“a”: 0.5}",
])("what is nearly JSON is repaired, and that is noted: %s", (text) => {
  expect(parseObject(text)).toEqual({
    ok: true,
    entries: new Map([["a", 0.5]]),
    notes: ["repaired what was nearly JSON"],
  });
});

test.each([
  '{"a": 0.}',
  '{"a": -}',
  '{"a": 0, "b": -}',
  '{"a": 1e-}',
  '{"a": 0., "b": 0}',
  '{"a": "0.3" + "5"}',
])("a repair that would make up a number is refused: %s", (text) => {
  expect(parseObject(text)).toEqual({
    ok: false,
    reason: "its JSON has a number that is not whole",
  });
});

test.each([
  ["as often as it is written", '{"a": 0.5, "b": 0.5,}', true],
  ["more often", '{"a": 0.5, "b": 0.,}', false],
  ["as minus zero", '{"a": -0, "b": 0,}', true],
  ["as minus zero, where zero is written", '{"a": -, "b": 0,}', false],
])("a repair may give a number %s: %s, %s", (_, text, ok) => {
  expect(parseObject(text).ok).toBe(ok);
});

test("each number of a repaired text is compared once", () => {
  const numbers = Array.from({ length: 2000 }, (_, i) => `"k${i}": 0.${i}`);
  const compared = vi.spyOn(Object, "is");
  onTestFinished(() => compared.mockRestore());
  const { ok } = parseObject(`{${numbers.join(",")},}`);
  const times = compared.mock.calls.length;
  expect(ok).toBe(true);
  // As written, and as read.
  expect(times).toBeLessThanOrEqual(2 * numbers.length);
});

test("a long text is read as JSON, and not repaired", () => {
  const long = `{"a": 0.5, "notes": "${"x".repeat(50_000)}"}`;
  expect(parseObject(long)).toMatchObject({ ok: true, notes: [] });
  expect(parseObject(long.replace("}", ",}"))).toEqual({
    ok: false,
    reason: "its JSON has a mistake, and is too long to be repaired",
  });
});

test.each(["{entailment, neutral}", '{"a": 1/3}', '{"a": 0,05}'])(
  "what is not nearly JSON has no entries: %s",
  (text) => {
    expect(parseObject(text)).toEqual({ ok: false, reason: "its JSON is beyond repair" });
  },
);

test.each([
  ['{"a": 0.1, "b": 1, "a": 0.2}', "0.1 and 0.2"],
  ['{"a": 0.1, "notes": "x", "a": "0.2"}', "0.1 and 0.2"],
  ["{'a': 0.1, 'a': 0.2}", "0.1 and 0.2"],
  [String.raw`{"\u0061": 0.5, "a": 0, "n": "x"}`, "0.5 and 0"],
])("an object with two numbers under one key has no answer: %s", (text, numbers) => {
  expect(parseObject(text)).toEqual({
    ok: false,
    reason: `it has two numbers for "a", ${numbers}`,
  });
});

test.each(['{"a": 0.2, "a": 0.2}', '{"a": "<number>", "a": 0.2}', '{"a": 0.2, "a": null}'])(
  "of two members under one key the one with a number counts: %s",
  (text) => {
    const parsed = parseObject(text);
    expect(parsed.ok && parsed.entries.get("a")).toBe(0.2);
  },
);

import * as fc from "fast-check";

/** JSON.stringify writes −0 as 0. */
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

describe("flatNumbers", () => {
  it("has the entries that JSON.parse has, in its order, or leaves the text to it", () => {
    const members = fc.array(fc.tuple(anyText(), numbers), { minLength: 1 });
    const space = fc.constantFrom("", " ", "\n  ", "\t\r\n");
    fc.assert(
      fc.property(members, space, (said, blank) => {
        const list = said.map(
          ([key, value]) =>
            `${blank}${JSON.stringify(key)}${blank}:${blank}${JSON.stringify(value)}${blank}`,
        );
        const text = `{${list.join(",")}}`;
        const whole = new Map(Object.entries(JSON.parse(text)));
        expect([...(flatNumbers(text) ?? whole)]).toEqual([...whole]);
      }),
    );
  });

  const selector = ([key]: readonly [string, number]): string => key;

  it("takes any label without a quotation mark, backslash, control character or digit in front", () => {
    const plain = fc
      .string({ minLength: 1 })
      .filter((key) => /^[^"\\\d\p{Cc}][^"\\\p{Cc}]*$/u.test(key));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(plain, numbers), { minLength: 1, selector }), (said) => {
        const list = said.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
        expect(flatNumbers(`{${list.join(", ")}}`)).toEqual(new Map(said));
      }),
    );
  });

  it("takes __proto__ and constructor as keys like any", () => {
    expect(flatNumbers('{"__proto__": 0.1, "constructor": 2, "a": 3}')).toEqual(
      new Map([
        ["__proto__", 0.1],
        ["constructor", 2],
        ["a", 3],
      ]),
    );
  });

  it.each([
    "",
    "{}",
    '{"a": 1, "a": 1}',
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
