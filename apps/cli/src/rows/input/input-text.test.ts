import { expect, it } from "vitest";
import { inputText } from "./input-text.ts";

it("the fields of x are in the order of the task's, empty where x has none", () => {
  expect(inputText(["premise", "hypothesis", "note"], { hypothesis: "h", premise: "p" })).toBe("p / h / ");
});
