import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { printed } from "./printed.ts";
import { templates } from "./templates.ts";

/** What the paper prints, in the order of its appendix. */
const ids = [
  "goemotions/pmi",
  "chaosnli/conditional",
  "words/marginal",
  "goemotions/closed",
  "words/open",
  "words/grounded",
];

function fixture(id: string): string {
  const file = `../../fixtures/printed/${id.replace("/", "-")}.txt`;
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

describe("the prompts of the paper's appendix", () => {
  it.each(ids)("%s, given the printed placeholders, is what was printed", (id) => {
    const template = templates.find((candidate) => candidate.id === id);
    expect(printed(template!)).toBe(fixture(id));
  });

  const paper =
    process.env["PROMPTNCE_TEST_PAPER"] ??
    firstText(resolve(import.meta.dirname, "../../../../../shared/paper"));

  it.skipIf(paper === undefined)("are the boxes of the paper's source, escapes undone", () => {
    const boxes = promptBoxes(readFileSync(paper!, "utf8"));
    expect(boxes).toEqual(ids.map(fixture));
  });
});

describe("the prompts that the paper does not print", () => {
  const numbers = /\b0\.(11|12|21|22|23|24|25)\b/;

  it.each(templates)(
    "$id has a placeholder for each value and leaves no number of its own",
    (template) => {
      const text = printed(template);
      expect(text.match(numbers)).toBeNull();
      expect(text).not.toMatch(/NaN|undefined|\{\{/);
      // What is put in the place of a number may not be a part of the wording.
      expect(template.body.match(numbers)).toBeNull();
    },
  );

  it("shows examples and quantiles by name", () => {
    const shown = (way: string) =>
      printed(templates.find(({ id }) => id === `words/conditional/${way}`)!);
    expect(shown("few-shot")).toContain(
      "Example 2: CUE = {example_cue_2}\n  TARGET = {responses_2}\n  p_apply = {probability_2}\n",
    );
    expect(shown("distribution-aware")).toContain(
      "- minimum: {minimum}\n- first quartile: {first_quartile}\n- median: {median}\n",
    );
  });

  it("shows programs in fences, by their letters", () => {
    const text = printed(templates.find(({ id }) => id === "programs/closed")!);
    expect(text).toContain("SUMMARY:\n{summary}\n\n");
    expect(text).toContain("\nProgram B:\n```\n{option_2}\n```\n");
  });
});

function firstText(folder: string): string | undefined {
  const name = existsSync(folder)
    ? readdirSync(folder).find((file) => file.endsWith(".txt"))
    : undefined;
  return name === undefined ? undefined : join(folder, name);
}

/**
 * The texts of LaTeX's `promptbox` environments: each line of the source a line, without the line
 * break and the spaces that may end it, and with the escapes of braces and underscores undone.
 */
function promptBoxes(source: string): readonly string[] {
  const boxes = source.matchAll(/^\\begin\{promptbox\} *\n(.*?)\n\\end\{promptbox\}/gms);
  return Array.from(boxes, ([, text = ""]) =>
    text
      .split("\n")
      .map((line) => line.replace(/ *(?:\\\\)? *$/, "").replace(/\\([{}_])/g, "$1"))
      .join("\n"),
  );
}
