import { expect, test } from "vitest";
import { jsonObjects } from "./json-objects.ts";

test("objects are found in prose and code fences, inner before outer", () => {
  const reply = 'Sure {really}:\n```json\n{"a": {"b": 1}}\n```\nand {"c": 2}.';
  expect(jsonObjects(reply)).toEqual(["{really}", '{"b": 1}', '{"a": {"b": 1}}', '{"c": 2}']);
});

test("braces and escaped quotes inside strings do not count", () => {
  const object = String.raw`{"a }": "{\" } \\", "b": "as {"}`;
  expect(jsonObjects(object)).toEqual([object]);
});

test("a stray brace or quotation mark in prose hides nothing", () => {
  const reply = 'He said "{ and 5" tall. {"p": 0.3}';
  expect(jsonObjects(reply)).toEqual(['{"p": 0.3}']);
});

test.each([
  '{"p_apply": 0.1',
  '{"p_apply": 0.12, "notes": "a man',
  'A draft: {"p_apply": 0.3}. The answer: {"p_apply": 0.',
  '{"alternatives": {"p_apply": 0.3}, "p_apply": 0.',
  "```json\n{",
])("a reply that ends inside an object is cut off: %s", (reply) => {
  expect(jsonObjects(reply)).toBeUndefined();
});

test("a reply without braces has no object and is not cut off", () => {
  expect(jsonObjects("about 0.3")).toEqual([]);
  expect(jsonObjects("")).toEqual([]);
});

test("a reply of nothing but braces is no trap: a hundred of them are looked at", () => {
  const many = 100_000;
  expect(jsonObjects("{".repeat(many))).toBeUndefined();
  const nested = jsonObjects("{".repeat(many) + "}".repeat(many));
  expect(nested).toHaveLength(100);
  expect(nested?.at(-1)).toHaveLength(2 * many);
  expect(jsonObjects("{} ".repeat(many))).toEqual(Array.from({ length: 100 }, () => "{}"));
});
