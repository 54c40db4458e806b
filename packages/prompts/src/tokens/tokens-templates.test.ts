import { type Question, requestOf } from "@promptnce/core";
import { describe, expect, it, test } from "vitest";
import { findTemplateIn } from "../catalogue/find-template.ts";
import { readPrompt } from "../catalogue/read-prompt.ts";
import { specimen } from "../catalogue/specimen.test.support.ts";
import { structuredTemplates, templates, tokensTemplates } from "../catalogue/templates.ts";
import { hasOther } from "../reading/reply-key.ts";
import { NONE } from "./tokens-templates.ts";

const find = findTemplateIn("tokens");
const overSets = tokensTemplates.filter((template) => "candidates" in specimen(template));
const others = tokensTemplates.filter((template) => !overSets.includes(template));
const distribution = (masses: readonly (readonly [string, number])[]): string =>
  JSON.stringify({ tokens: masses.map(([text, p]) => ({ text, logprob: Math.log(p) })) });

test("every kind but a direct PMI is asked, without the four other ways of asking for a conditional", () => {
  const ids = tokensTemplates.map(({ id }) => id);
  expect(ids).toHaveLength(17);
  for (const template of tokensTemplates) {
    expect(find(specimen(template))).toBe(template);
  }
  const scored = templates.find(({ kind }) => kind === "likelihood")!;
  expect(find(specimen(scored))).toBe(scored);
  const unasked = templates.filter(
    ({ kind, intervention }) => kind === "pmi" || intervention !== undefined,
  );
  for (const template of unasked) {
    expect(() => find(specimen(template))).toThrow("There is no wording of");
  }
});

test("all are sent with their options and no schema, and no other template has any", () => {
  for (const template of tokensTemplates) {
    const request = requestOf(template, specimen(template));
    expect([request.schema, request.grammar]).toEqual([undefined, undefined]);
    const letters = hasOther(template.kind) ? ["A", "B", "C", "D"] : ["A", "B", "C"];
    expect(request.options).toEqual(overSets.includes(template) ? letters : ["Yes", "No"]);
    expect(request.prompt).toMatch(/^You are [^]+\nAnswer:$/);
    expect(request.prompt.split("\n")[0]).not.toContain("Answer with");
  }
  for (const template of [...templates, ...structuredTemplates]) {
    expect(requestOf(template, specimen(template)).options).toBeUndefined();
  }
});

describe.each(overSets)("$id", (template) => {
  const open = hasOther(template.kind);
  const candidates = ["OTHER", "__proto__", "c d"];
  const shown = (rotation: number): Question =>
    ({ ...specimen(template, { candidates }), ...(rotation > 0 && { rotation }) }) as Question;

  it.each([0, 1, 2])(
    "turned round by %i places shows its options so, and gives each its own mass",
    (rotation) => {
      const texts = open ? [...candidates, NONE] : candidates;
      const turned = [...texts.slice(rotation), ...texts.slice(0, rotation)];
      const lines = turned.map((text, i) => `${"ABCD".charAt(i)}. ${text}`).join("\n");
      expect(template.render(shown(rotation))).toContain(`\n\n${lines}\n\n`);
      const mass = new Map(texts.map((text, i) => [text, [0.125, 0.25, 0.0625, 0.0625][i]!]));
      const reply = distribution(
        turned.map((text, i) => [` ${"ABCD".charAt(i)}`, mass.get(text)!]),
      );
      const sum = open ? 0.5 : 0.4375;
      const read = template.parse(shown(rotation), reply);
      expect(read).toMatchObject({
        ok: true,
        answer: {
          labels: candidates,
          masses: [0.125 / sum, 0.25 / sum, 0.0625 / sum],
          ...(open && { other: 0.125 }),
        },
        options: { onOptions: expect.closeTo(sum, 12) },
      });
    },
  );

  it("is read back as what it is, with the letters as they were shown", () => {
    for (const set of [candidates, ["x\ny", "```", "Option B:\n```"]]) {
      const question = { ...specimen(template, { candidates: set }), rotation: 1 } as Question;
      const [first, ...rest] = set;
      const x = "x" in question ? question.x : undefined;
      expect(readPrompt(template.render(question))).toEqual({
        task: template.task,
        kind: template.kind,
        x,
        candidates: [...rest, first],
        candidateKeys: open ? ["A", "B", "D"] : ["A", "B", "C"],
        options: open ? ["A", "B", "C", "D"] : ["A", "B", "C"],
        ...(open && { otherKey: "C" }),
      });
    }
  });

  it("refuses more options than letters, and a label that is spelled as the category", () => {
    const many = Array.from({ length: 27 }, (_, i) => `label ${i}`);
    expect(() => template.render(specimen(template, { candidates: many }))).toThrow(
      "the 26 letters A to Z",
    );
    const spelled = overSets.find(({ kind }) => kind === "open")!;
    const question = specimen(spelled, { candidates: [NONE, "x"] });
    expect(() => spelled.render(question)).toThrow(`"${NONE}" occurs twice`);
  });
});

describe.each(others)("$id", (template) => {
  it("is answered by the mass of yes against no, in either order", () => {
    const question = specimen(template);
    const turned = { ...question, rotation: 1 } as Question;
    expect(template.render(question)).toContain("one word, Yes or No,");
    expect(template.render(turned)).toContain("one word, No or Yes,");
    const reply = distribution([
      ["Yes", 0.25],
      ["no", 0.125],
      [" No", 0.125],
    ]);
    expect(template.parse(question, reply)).toMatchObject({
      answer: 0.5,
      options: { byPosition: [expect.closeTo(0.5, 12), expect.closeTo(0.5, 12)] },
    });
    expect(
      template.parse(
        turned,
        distribution([
          ["Yes", 0.1],
          ["No", 0.3],
        ]),
      ),
    ).toMatchObject({
      answer: 0.25,
      options: { byPosition: [expect.closeTo(0.75, 12), expect.closeTo(0.25, 12)] },
    });
  });

  it("is read back as what it is, with yes and no in their order", () => {
    const question = specimen(template);
    const prompt = template.render({ ...question, rotation: 1 } as Question);
    expect(readPrompt(prompt)).toMatchObject({
      task: template.task,
      kind: template.kind,
      options: ["No", "Yes"],
    });
    const all = [...templates, ...structuredTemplates, ...tokensTemplates].filter(
      ({ kind }) => kind !== "likelihood",
    );
    expect(all.filter((other) => other.unrender(prompt) !== undefined)).toEqual([template]);
  });
});
