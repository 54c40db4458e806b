import { expect, it } from "vitest";
import { runVerdict } from "./run-page.ts";

const line = (about: string, said: string, ...names: string[]) => {
  return { about, said, results: names.map((name) => ({ name, value: "0.8" })) };
};
const verdict = (...lines: readonly ReturnType<typeof line>[]) => runVerdict({ title: "t", lines }, false);

it.each([
  [[line("words", "best", "PromptNCE")], "PromptNCE is best alone on words."],
  [[line("words", "best, and not told apart", "InfoNCE", "PromptNCE")], "PromptNCE is among the best on words."],
  [[line("words", "best", "MarginalNCE")], "PromptNCE is behind MarginalNCE on words."],
  [[line("words", "too few pairs are scored to compare")], "On words too few pairs are scored to compare."],
  [
    [line("a", "best", "PromptNCE"), line("b", "best", "PromptNCE"), line("c", "best", "GEM")],
    "PromptNCE is best alone on a and b; behind GEM on c.",
  ],
])("says in plain words how PromptNCE stands: %o", (lines, text) => {
  expect(verdict(...lines)).toBe(text);
});

it("says where knowing nothing but base rates is among the best", () => {
  expect(verdict(line("words", "best, and not told apart", "PromptNCE", "Knows nothing (grounded)"))).toBe(
    "PromptNCE is among the best, as is who knows nothing but base rates, on words.",
  );
});

it("says of a rehearsal that it is one, and of a run without a table of PMI that it did not ask", () => {
  expect(runVerdict({ title: "t", lines: [line("words", "best", "PromptNCE")] }, true)).toMatch(/^In this rehearsal: /);
  expect(runVerdict(undefined, true)).toContain("did not ask");
});
