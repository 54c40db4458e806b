import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { otherKey } from "./other-key.ts";
import { readPrompt } from "./read-prompt.ts";
import { replyKey } from "./reply-key.ts";
import { specimen } from "./specimen.fixture.ts";
import { templates } from "./templates.ts";

const fields = new Map([
  ["words", ["cue"]],
  ["chaosnli", ["premise", "hypothesis"]],
  ["goemotions", ["comment"]],
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
];
const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...awkward));
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const label = text.filter((one) => !one.includes(", ") && !one.includes("\n"));
const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 6 });

describe.each(templates)("a prompt of $id", (template) => {
  const names = fields.get(template.task)!;
  const input = fc
    .tuple(...names.map(() => text))
    .map((texts) => Object.fromEntries(names.map((name, i) => [name, texts[i]!])));

  test("is read back as what it was rendered from, whatever characters it holds", () => {
    fc.assert(
      fc.property(input, label, labels, (x, y, candidates) => {
        const grounding = { examples: [{ x, y }], labels: candidates };
        const question = specimen(template, { x, y, candidates, grounding });
        const { task, kind } = template;
        const key = replyKey(kind);
        expect(readPrompt(template.render(question))).toEqual({
          task,
          kind,
          ...("x" in question ? { x } : {}),
          ...("y" in question ? { y } : {}),
          ...("candidates" in question ? { candidates } : {}),
          ...(kind === "open" ? { otherKey: otherKey(candidates) } : {}),
          ...(key === undefined ? {} : { replyKey: key }),
        });
      }),
    );
  });
});

test("a text that no template makes is not read", () => {
  expect(readPrompt("")).toBeUndefined();
  expect(readPrompt("What is the probability of rain?")).toBeUndefined();
  const [first] = templates;
  expect(readPrompt(`${first!.render(specimen(first!))} `)).toBeUndefined();
});
