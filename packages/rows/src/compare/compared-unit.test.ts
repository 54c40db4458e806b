import { describe, expect, it } from "vitest";
import { comparedUnit } from "./compared-unit.ts";

/** Of so many questions and two attributes three groups each. */
function pairs(questions: number, contexts = true) {
  return Array.from({ length: questions }, (_, question) =>
    ["sex", "age"].flatMap((attribute) =>
      [0, 1, 2].map((group) => ({
        input: `${question} ${attribute} ${group}`,
        ...(contexts && { context: { question: String(question), attribute } }),
      })),
    ),
  ).flat();
}

describe("what two results resample", () => {
  it("is the coarsest that repeats and has units enough: the question, not the two attributes", () => {
    expect(comparedUnit(pairs(10)).name).toBe("question");
    expect(comparedUnit(pairs(9)).name).toBe("context");
  });

  it("is the input where one context is that of all, also where no input stands twice", () => {
    const own = pairs(10, false);
    expect(comparedUnit(own)).toEqual({ name: "input", clusters: own.map(({ input }) => input) });
  });
});
