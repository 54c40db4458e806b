import { expect, test } from "vitest";
import { membersOf } from "./members.ts";

test.each([
  [
    '{"a": 0.5, "b": "x", "a": -1e-2}',
    [
      ["a", 0.5],
      ["b", "x"],
      ["a", -0.01],
    ],
  ],
  [
    '{"a": {"a": 1, "b": [2, {"c": 3}]}, "b": [{"a": 1}], "c": null}',
    [
      ["a", undefined],
      ["b", undefined],
      ["c", undefined],
    ],
  ],
  [
    String.raw`{"a\"}": "{\"a\": 1}", "\u0061": true}`,
    [
      ['a"}', '{"a": 1}'],
      ["a", undefined],
    ],
  ],
  ["{}", []],
  ["[1, 2]", []],
  ["0.5", []],
])("members are given in their order, one under each key as written: %s", (text, members) => {
  expect(Array.from(membersOf(text))).toEqual(members);
});
