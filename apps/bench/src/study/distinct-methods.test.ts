import { expect, it } from "vitest";
import { distinctMethods } from "./distinct-methods.ts";

it("counts a method once, also under two names of one estimator", () => {
  expect(distinctMethods(["direct-split:grounded", "promptnce", "direct-split", "promptnce", "infonce:none"])).toEqual([
    "direct-split",
    "promptnce",
    "infonce",
  ]);
});

it("keeps apart what has another marginal, and leaves a name that is none", () => {
  const ids = ["direct-split", "direct-split:empirical", "promptnse", "gem", "gem:none"];
  expect(distinctMethods(ids)).toEqual(ids);
});
