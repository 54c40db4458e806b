import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Question } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { findTemplate } from "./find-template.ts";

const options = ["{option_1}", "{option_2}", "...", "{option_K}"];
const x = { comment: "{comment}", premise: "{premise}", hypothesis: "{hypothesis}" };
const cue = { cue: "{cue_word}" };
const y = "{target}";
const sample = 0;

/** What the paper prints, as questions about its own placeholders, in the order of its appendix. */
const printed: readonly Question[] = [
  { task: "goemotions", kind: "pmi", x, y, sample },
  { task: "chaosnli", kind: "conditional", x, y, sample },
  { task: "words", kind: "marginal", y, sample },
  { task: "goemotions", kind: "closed", x, candidates: options, sample },
  { task: "words", kind: "open", x: cue, candidates: options, sample },
  {
    task: "words",
    kind: "grounded",
    y,
    sample,
    grounding: {
      labels: ["{example_label_1}", "{example_label_2}", "..."],
      examples: [1, 2].map((i) => ({ x: { cue: `{example_cue_${i}}` }, y: `{responses_${i}}` })),
    },
  },
];

function fixture({ task, kind }: Question): string {
  const file = `../fixtures/printed/${task}-${kind}.txt`;
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

describe("the prompts of the paper's appendix", () => {
  it.each(printed)(
    "$task/$kind, given the printed placeholders, is what was printed",
    (question) => {
      expect(findTemplate(question).render(question)).toBe(fixture(question));
    },
  );

  const paper =
    process.env["PROMPTNCE_TEST_PAPER"] ??
    firstText(resolve(import.meta.dirname, "../../../../shared/paper"));

  it.skipIf(paper === undefined)("are the boxes of the paper's source, escapes undone", () => {
    const boxes = promptBoxes(readFileSync(paper!, "utf8"));
    expect(boxes).toEqual(printed.map(fixture));
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
