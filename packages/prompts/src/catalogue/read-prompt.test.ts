import type { Intervention } from "@promptnce/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { otherKey } from "../slots/candidates.ts";
import { readPrompt } from "./read-prompt.ts";
import { hasOther, replyKey } from "../reading/reply-key.ts";
import { specimen } from "./specimen.test.support.ts";
import type { PromptTemplate } from "../template/template.ts";
import { templates } from "./templates.ts";

const fields = new Map([
  ["words", ["cue"]],
  ["chaosnli", ["premise", "hypothesis"]],
  ["goemotions", ["comment"]],
  ["programs", ["summary"]],
]);

const awkward = [
  '"',
  "'",
  "{",
  "}",
  "{{cue}}",
  "{{y}}",
  "$&",
  "$1",
  "\\",
  "\n",
  "\n\n",
  "- ",
  ",",
  " ",
  "OTHER",
  "`",
  "```",
  "\n```\n",
  "````",
  "Program B:\n",
];
const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...awkward));
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const label = text.filter((one) => !one.includes(", ") && !one.includes("\n"));
const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 6 });
const longTexts = fc.uniqueArray(text, { minLength: 1, maxLength: 26 });
const probability = fc.double({ min: 0, max: 1, noNaN: true });
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

describe.each(templates)("a prompt of $id", (template) => {
  const names = fields.get(template.task)!;
  const input = fc
    .tuple(...names.map(() => text))
    .map((texts) => Object.fromEntries(names.map((name, i) => [name, texts[i]!])));

  const lettered = template.task === "programs";

  test("is read back as what it was rendered from, whatever characters it holds", () => {
    const set = lettered ? longTexts : labels;
    fc.assert(
      fc.property(input, label, set, probability, (x, y, candidates, conditional) => {
        const grounding = { examples: [{ x, y }], labels: candidates };
        const { task, kind } = template;
        const intervention = interventionOf(template, { x, y, conditional });
        const shown = { x, y, candidates, grounding, ...(intervention && { intervention }) };
        const question = specimen(template, shown);
        const key = replyKey[kind];
        const keys = letters.slice(0, candidates.length).split("");
        expect(readPrompt(template.render(question), template.continuation?.(question))).toEqual({
          task,
          kind,
          ...(intervention && { intervention: intervention.name }),
          ...("x" in question ? { x } : {}),
          ...("y" in question ? { y } : {}),
          ...("candidates" in question ? { candidates } : {}),
          ...(lettered && "candidates" in question ? { candidateKeys: keys } : {}),
          ...(hasOther(kind) ? { otherKey: otherKey(lettered ? keys : candidates) } : {}),
          ...(key === undefined ? {} : { replyKey: key }),
        });
      }),
    );
  });
});

type Shots = Extract<Intervention, { readonly name: "few-shot" }>["examples"];

/** The intervention of a template, showing that pair again and again, or its probability. */
function interventionOf(
  { intervention: name }: PromptTemplate,
  pair: Shots[number],
): Intervention | undefined {
  if (name === undefined) return undefined;
  if (name === "few-shot") return { name, examples: [pair, pair, pair] };
  const p = pair.conditional;
  return name === "distribution-aware" ? { name, quantiles: [p, p, p, p, p] } : { name };
}

test("a program that repeats the wording of the prompt is not read as something else", () => {
  const template = templates.find(({ id }) => id === "programs/closed")!;
  const wording = "x\n\nProgram options (closed set):\n\ny";
  const prompt = template.render(specimen(template, { candidates: [wording, "z"] }));
  const read = readPrompt(prompt);
  expect(read).toMatchObject({ task: "programs", kind: "closed" });
  expect(read).not.toHaveProperty("candidates");
});

test("a text that no template makes is not read", () => {
  expect(readPrompt("")).toBeUndefined();
  expect(readPrompt("What is the probability of rain?")).toBeUndefined();
  const [first] = templates;
  expect(readPrompt(`${first!.render(specimen(first!))} `)).toBeUndefined();
});
