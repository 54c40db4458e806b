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
  const file = `../fixtures/printed/${id.replace("/", "-")}.txt`;
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

describe("the prompts of the paper's appendix", () => {
  it.each(ids)("%s, given the printed placeholders, is what was printed", (id) => {
    const template = templates.find((candidate) => candidate.id === id);
    expect(printed(template!)).toBe(fixture(id));
  });

  const paper =
    process.env["PROMPTNCE_TEST_PAPER"] ??
    firstText(resolve(import.meta.dirname, "../../../../shared/paper"));

  it.skipIf(paper === undefined)("are the boxes of the paper's source, escapes undone", () => {
    const boxes = promptBoxes(readFileSync(paper!, "utf8"));
    expect(boxes).toEqual(ids.map(fixture));
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
