import { expect, test } from "vitest";
import { otherKey } from "./other-key.ts";

test("the category is OTHER as long as no candidate is spelled so", () => {
  expect(otherKey(["PUSH", "ANOTHER", "OTHERS"])).toBe("OTHER");
});

test.each(["OTHER", "other", " Other "])("with the candidate %j it is UNLISTED", (label) => {
  expect(otherKey(["PUSH", label])).toBe("UNLISTED");
});

test("and the first number that is free where that is taken as well", () => {
  expect(otherKey(["OTHER", "Unlisted"])).toBe("UNLISTED_2");
  expect(otherKey(["OTHER", "UNLISTED", "unlisted_2 "])).toBe("UNLISTED_3");
});
