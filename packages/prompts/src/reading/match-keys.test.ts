import { expect, test } from "vitest";
import { matchKeys } from "./read-reply.ts";

function matched(object: Record<string, unknown>, names: readonly string[]) {
  return matchKeys(new Map(Object.entries(object)), names);
}

test("values come in the order asked, whatever the order of the keys", () => {
  expect(matched({ b: 0.2, a: 0.1 }, ["a", "b"])).toEqual({
    ok: true,
    values: [0.1, 0.2],
    extras: [],
    notes: [],
  });
});

test("a key that differs in case and surrounding space is matched and noted", () => {
  expect(matched({ " Push ": 0.2 }, ["PUSH"])).toEqual({
    ok: true,
    values: [0.2],
    extras: [],
    notes: ['read the key " Push " as "PUSH"'],
  });
});

test("labels that differ only in case are told apart by exact keys", () => {
  expect(matched({ Push: 0.2, PUSH: 0.1 }, ["PUSH", "Push"])).toMatchObject({ values: [0.1, 0.2] });
});

test("an inexact key takes the one namesake that no exact key has taken", () => {
  expect(matched({ PUSH: 0.1, push: 0.2 }, ["PUSH", "Push"])).toMatchObject({ values: [0.1, 0.2] });
});

test.each([
  [{ push: 0.1 }, ["PUSH", "Push"], 'the key "push" cannot be told from "PUSH" or "Push"'],
  [{ PUSH: 0.1, push: 0.2 }, ["PUSH"], 'the key "push" cannot be told from "PUSH"'],
  [{ push: 0.1, Push: 0.2 }, ["PUSH"], 'the key "Push" cannot be told from "PUSH"'],
])("an ambiguous key is no match: %j for %j", (object, names, reason) => {
  expect(matched(object, names)).toEqual({ ok: false, reason });
});

test("a name without a key, or with something that is not a finite number, is no match", () => {
  const missing = { ok: false, reason: 'it has no number for "b"' };
  expect(matched({ a: 0.1 }, ["a", "b"])).toEqual(missing);
  const wrong = { ok: false, reason: 'its "a" is not a finite number' };
  for (const a of [null, "high", "", true, [0.1], { p: 0.1 }, "1e999", Infinity]) {
    expect(matched({ a }, ["a"])).toEqual(wrong);
  }
});

test("a number in a string is read and noted", () => {
  expect(matched({ a: "0.12" }, ["a"])).toMatchObject({
    values: [0.12],
    notes: ['read "a" from a string'],
  });
});

test("numbers under other keys are extras; other values, such as notes, are passed over", () => {
  const object = { a: 0.1, NOTES: 0.2, notes: "short", why: null, z: 0.3 };
  expect(matched(object, ["a", "NOTES"])).toMatchObject({
    values: [0.1, 0.2],
    extras: [["z", 0.3]],
  });
});

test.each([
  ["quotes", "Don't know", "Don’t know"],
  ["quotation marks", 'the "best"', "the «best»"],
  ["dashes", "18-24", "18–24"],
  ["a minus", "−1", "-1"],
  ["blanks", "Prefer\u00a0not  to say", "Prefer not to say"],
  ["a mark that is not seen", "Yes\u200b", "Yes"],
  ["width", "Ａ１", "A1"],
  ["composition", "cafe\u0301", "café"],
  ["an ellipsis", "Well...", "Well…"],
  ["entities", "R&amp;D &#8217;s", "R&D ’s"],
  ["hexadecimal entities and case", "don&#x2019;T", "Don’t"],
])("a key that differs in %s alone is matched and noted", (_, key, name) => {
  const notes = [`read the key ${JSON.stringify(key)} as ${JSON.stringify(name)}`];
  expect(matched({ [key]: 0.3, x: 0.7 }, [name, "x"])).toMatchObject({ values: [0.3, 0.7], notes });
  expect(matched({ [name]: 0.3, x: 0.7 }, [key, "x"])).toMatchObject({ values: [0.3, 0.7] });
});

test("a key that differs in typography takes the one namesake that no closer key has taken", () => {
  const names = ["it's", "it’s"];
  expect(matched({ "It’s": 0.2, "It's": 0.1 }, names)).toMatchObject({ values: [0.1, 0.2] });
  expect(matched({ "it‘s": 0.2, "it's": 0.1 }, names)).toMatchObject({ values: [0.1, 0.2] });
});

test("a key that could be two names says what differs", () => {
  expect(matched({ "it‘s": 0.2 }, ["it's", "it’s"])).toEqual({
    ok: false,
    reason:
      'the key "it‘s" cannot be told from "it\'s" or "it’s": ‘ (U+2018) where the other has \' (U+0027)',
  });
});

test("a missing name is told beside the keys that are no name", () => {
  expect(matched({ Cannot: 0.2, b: 0.1 }, ["Can’t", "b"])).toEqual({
    ok: false,
    reason: 'it has no number for "Can’t", but for "Cannot"',
  });
});
