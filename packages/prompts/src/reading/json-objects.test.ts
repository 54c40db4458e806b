import { expect, test } from "vitest";
import { jsonObjects } from "./json-objects.ts";

const found = (text: string) => {
  const { objects, cut } = jsonObjects(text);
  for (const one of objects) {
    if (!cut) expect(text.startsWith(one.text, one.from)).toBe(true);
  }
  return { texts: objects.map((one) => one.text), cut };
};

const whole = (...texts: string[]) => ({ texts, cut: false });
const cut = (...texts: string[]) => ({ texts, cut: true });

test("objects are found in prose and code fences, inner before outer", () => {
  const reply = 'Sure {really}:\n```json\n{"a": {"b": 1}}\n```\nand {"c": 2}.';
  expect(found(reply)).toEqual(whole("{really}", '{"b": 1}', '{"a": {"b": 1}}', '{"c": 2}'));
});

test("braces and escaped quotes inside strings do not count", () => {
  const object = String.raw`{"a }": "{\" } \\", "b": "as {"}`;
  expect(found(object)).toEqual(whole(object));
});

test("a stray brace or quotation mark in prose hides nothing", () => {
  const reply = 'He said "{ and 5" tall. {"p": 0.3}';
  expect(found(reply)).toEqual(whole('{"p": 0.3}'));
});

test.each([
  ['{"p_apply": 0.1', "{}"],
  ['{"p_apply": 0.12, "notes": "a man', '{"p_apply": 0.12}'],
  ['{"a": 0.1, "b": 0.2,', '{"a": 0.1, "b": 0.2}'],
  ['{"a": 0.1, "b": 0.2\n', '{"a": 0.1, "b": 0.2\n}'],
  ['{"a": 0.1, "b": "0.2"', '{"a": 0.1, "b": "0.2"}'],
  ['{"a": 0.1, "b": 0.\n', '{"a": 0.1}'],
  ['{"p": 0.3, "notes": ["one", "two', '{"p": 0.3}'],
  ['{"p": 0.3, "notes": ["one, two", "thr"', '{"p": 0.3}'],
  ['{"p": 0.3, "notes": {"one": 1, "two": 2', '{"p": 0.3}'],
  ['A draft: {"p_apply": 0.3}. The answer: {"p_apply": 0.', "{}"],
  ['{"alternatives": {"p_apply": 0.3}, "p_apply": 0.', '{"alternatives": {"p_apply": 0.3}}'],
  ["```json\n{", "{}"],
])("of a reply that ends inside an object, what is whole of that is left: %s", (reply, left) => {
  expect(found(reply)).toEqual(cut(left));
});

test("a reply without braces has no object and is not cut off", () => {
  expect(found("about 0.3")).toEqual(whole());
  expect(found("")).toEqual(whole());
});

test("a reply of nothing but braces is no trap: a hundred of them are looked at", () => {
  const many = 100_000;
  expect(found("{".repeat(many))).toEqual(cut());
  const nested = found("{".repeat(many) + "}".repeat(many)).texts;
  expect(nested).toHaveLength(100);
  expect(nested.at(-1)).toHaveLength(2 * many);
  expect(found("{} ".repeat(many))).toEqual(whole(...Array.from({ length: 100 }, () => "{}")));
});

test("a long text is gone through for a few strays, and not for each of many", () => {
  const behind = (strays: number): string =>
    `${"{ x ".repeat(strays)}${"y".repeat(200_000)} {"p": 0.3}`;
  expect(found(behind(20))).toEqual(whole('{"p": 0.3}'));
  expect(found(behind(30))).toEqual(cut());
});
