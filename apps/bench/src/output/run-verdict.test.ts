import { expect, it } from "vitest";
import {
  AS_BASELINE,
  BASELINE_HIGHEST,
  HIGHEST,
  NO_BETTER,
  NO_BETTER_THAN_BASELINE,
  UNSHOWN,
} from "./run-outcome.ts";
import { runVerdict } from "./run-page.ts";

const line = (about: string, said: string, ...names: string[]) => {
  const likeChance: string[] = [];
  return { about, said, results: names.map((name) => ({ name, value: "0.8" })), likeChance };
};
const verdict = (...lines: readonly ReturnType<typeof line>[]) =>
  runVerdict({ title: "t", lines }, false);

it.each([
  [[line("words", "best", "PromptNCE")], "PromptNCE is best alone on words."],
  [
    [line("words", "tied for best", "InfoNCE", "PromptNCE")],
    "PromptNCE is among the best on words.",
  ],
  [[line("words", "best", "MarginalNCE")], "PromptNCE is behind MarginalNCE on words."],
  [
    [line("words", "too few pairs are scored to compare")],
    "On words too few pairs are scored to compare.",
  ],
  [
    [line("a", "best", "PromptNCE"), line("b", "best", "PromptNCE"), line("c", "best", "GEM")],
    "PromptNCE is best alone on a and b; behind GEM on c.",
  ],
])("says in plain words how PromptNCE stands: %o", (lines, text) => {
  expect(verdict(...lines)).toBe(text);
});

it("says if base rates alone are as good", () => {
  expect(verdict(line("words", AS_BASELINE, "PromptNCE", "GEM"))).toBe(
    "PromptNCE is not shown to beat base rates alone on words.",
  );
  expect(verdict(line("words", NO_BETTER_THAN_BASELINE, "PromptNCE"))).toBe(
    "On words PromptNCE is highest, but not shown to beat base rates alone.",
  );
});

it("names a method that ranks above PromptNCE but is not shown to use both x and y", () => {
  const tied = line("words", `${NO_BETTER} Baseline (grounded)`, "GEM", "PromptNCE");
  expect(verdict(tied)).toBe("PromptNCE is not told apart from Baseline (grounded) on words.");
  expect(verdict(line("words", BASELINE_HIGHEST, "Baseline (grounded)"))).toBe(
    "On words Baseline (grounded) is highest, though it ignores x.",
  );
  expect(verdict(line("words", UNSHOWN, "GEM"))).toBe(
    "On words GEM is highest, but a method that never reads x would be too.",
  );
});

it("praises no method whose ρ is not resolved above 0", () => {
  const chance = { ...line("words", "best", "MarginalNCE"), likeChance: ["PromptNCE"] };
  expect(verdict(chance)).toBe("On words PromptNCE was not shown to rank better than chance.");
  expect(verdict(line("words", HIGHEST, "PromptNCE"))).toBe(
    "On words PromptNCE is highest, but not shown to beat methods that may be no better than chance.",
  );
});

it("marks a rehearsal, and says of a run without a table of PMI that it did not ask", () => {
  expect(runVerdict({ title: "t", lines: [line("words", "best", "PromptNCE")] }, true)).toMatch(
    /^In this rehearsal: /,
  );
  expect(runVerdict(undefined, true)).toContain("did not ask");
});
