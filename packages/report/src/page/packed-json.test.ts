import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { jsonParts, packedJson } from "./packed-json.ts";

it("packs the JSON of an object, and the same object as the same text", () => {
  const value = { questions: [{ prompt: "é →" }, { prompt: "é →" }], pairs: [], titles: undefined };
  const packed = packedJson(value);
  expect(gunzipSync(Buffer.from(packed, "base64")).toString()).toBe(JSON.stringify(value));
  expect(packedJson({ ...value })).toBe(packed);
});

it.each([
  {},
  { a: undefined },
  { a: undefined, b: null, c: [] },
  { a: [1, [2, "x"], { b: undefined }], '"': { c: [1] }, d: "é", e: 1.5, f: false },
])("writes JSON in parts as JSON.stringify writes it at once: %j", (value) => {
  expect(Array.from(jsonParts(value)).join("")).toBe(JSON.stringify(value));
});

it("makes a part of each item of a list", () => {
  expect(Array.from(jsonParts({ a: 1, b: [1, 2] }))).toEqual([
    '{"a":',
    "1",
    ',"b":',
    "[1",
    ",2",
    "]",
    "}",
  ]);
});
