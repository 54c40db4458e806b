import { expect, it } from "vitest";
import { missingTest } from "./missing-texts.ts";

it.each([
  ..."NA N/A n/a #N/A <NA> NaN nan NULL null \\N (null) #NULL! #DIV/0! #VALUE! NaT 1.#QNAN".split(
    " ",
  ),
  " NA ",
  "",
  "  ",
])("%j stands for no value", (text) => {
  expect(missingTest()(text)).toBe(true);
});

it.each(["None", "none", "no", "0", "-", "Namibia", "na", "Nan", "unknown", "-99"])(
  "%j is a value",
  (text) => {
    expect(missingTest()(text)).toBe(false);
  },
);

it("texts are added, or taken instead after `only`", () => {
  const added = missingTest(["-99", "Don't know"]);
  expect(["-99", "Don't know", "NA", "5"].map(added)).toEqual([true, true, true, false]);
  const instead = missingTest(["only", "-99"]);
  expect(["-99", "NA", ""].map(instead)).toEqual([true, false, true]);
  expect(["NA", ""].map(missingTest(["only"]))).toEqual([false, true]);
});

it("a label that is listed stands for itself", () => {
  expect(missingTest([], ["NA", "DE"])("NA")).toBe(false);
});
