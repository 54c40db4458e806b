import { openingText } from "@promptnce/command/opening";
import { expect, it } from "vitest";
import { printedPmi } from "./full-results.ts";
import { printedStructure } from "./main-text.ts";

const opening = openingText();

it.each(Object.entries(printedStructure))(
  "what a newcomer sees first has people's terms of the pair of %s as the paper prints them",
  (_, { example: { conditional, marginal, pmi } }) => {
    const terms = [conditional, marginal, pmi].map(String);
    expect(opening).toMatch(new RegExp(` people +${terms.join(" +")}$`, "m"));
  },
);

it("and the ρ of the paper's Claude and of label frequency alone", () => {
  const order = ["words", "goemotions", "chaosnli"];
  const claude = order.map((name) => printedPmi[name]!["promptnce"]!.claude!.value.toFixed(2));
  const frequency = order.map((name) => String(printedStructure[name]!.rhoMarginal));
  const numbers = (line: string): string[] =>
    (opening.split("\n").find((text) => text.includes(line)) ?? "").match(/−?\d\.\d+/g) ?? [];
  expect(numbers("Claude Sonnet 4, PromptNCE")).toEqual(claude);
  expect(numbers("label frequency alone").map((text) => text.replace("−", "-"))).toEqual(frequency);
});
