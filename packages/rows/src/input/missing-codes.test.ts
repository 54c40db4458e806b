import { expect, it } from "vitest";
import { missingCodes } from "./missing-codes.ts";

it.each([
  ["a scale from 1 to 5", [1, 2, 3, 4, 5, -99], [-99]],
  ["several codes", [1, 2, 3, 98, 99, -8], [98, 99, -8]],
  ["shares", [0.12, 0.4, 0.98, -9, 999], [-9, 999]],
  ["years of age", [18, 40, 65, 77, 88, 99], []],
  ["a scale to 10", [0, 3, 7, 8, 9, 10], []],
  ["ratings below 0", [-2, -1, 0, 1, 2], []],
  ["nothing else", [-99, 5], []],
])("among %s the codes far outside stand for no value", (_, values, codes) => {
  expect([...missingCodes(values)]).toEqual(codes);
});
