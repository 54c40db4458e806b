import { expect, test } from "vitest";
import { parseObject } from "./parse-object.ts";

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

test.each(["{'a': 0.5}", "{a: 0.5}", '{"a": 0.5,}', '{"a": .5}', '{"a": 0.5 // half\n}', "{“a”: 0.5}"])(
  "what is nearly JSON is repaired, and that is noted: %s",
  (text) => {
    expect(parseObject(text)).toEqual({
      ok: true,
      entries: new Map([["a", 0.5]]),
      notes: ["repaired what was nearly JSON"],
    });
  },
);

test.each(['{"a": 0.}', '{"a": -}', '{"a": 0, "b": -}', '{"a": 1e-}', '{"a": 0., "b": 0}', '{"a": "0.3" + "5"}'])(
  "a repair that would make up a number is refused: %s",
  (text) => {
    expect(parseObject(text)).toEqual({
      ok: false,
      reason: "its JSON has a number that is not whole",
    });
  },
);

test.each(["{entailment, neutral}", '{"a": 1/3}', '{"a": 0,05}'])(
  "what is not nearly JSON has no entries: %s",
  (text) => {
    expect(parseObject(text)).toEqual({ ok: false, reason: "its JSON is beyond repair" });
  },
);

test("of two equal keys the last counts, as JSON.parse has it", () => {
  const parsed = parseObject('{"a": 0.1, "a": 0.2}');
  expect(parsed.ok && parsed.entries.get("a")).toBe(0.2);
});
