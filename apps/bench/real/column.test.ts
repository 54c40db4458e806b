import { expect, it } from "vitest";
import { withoutNames } from "./column.ts";

it.each([
  ['the mass of "PUSH" is -1, outside [0, 1]', "the mass of “…” is n, outside [n, n]"],
  [String.raw`the key "say \"no\"" is missing`, "the key “…” is missing"],
  ["no JSON", "no JSON"],
])("counts %s among all of its cause", (reason, cause) => {
  expect(withoutNames(reason)).toBe(cause);
});
