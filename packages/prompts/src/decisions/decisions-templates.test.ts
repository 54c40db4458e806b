import { type Question, requestOf } from "@promptnce/core";
import { describe, expect, it, test } from "vitest";
import { findTemplateIn } from "../catalogue/find-template.ts";
import { readPrompt } from "../catalogue/read-prompt.ts";
import { specimen } from "../catalogue/specimen.test.support.ts";
import { decisionsTemplates, templates } from "../catalogue/templates.ts";
import { hasOther } from "../reading/reply-key.ts";
import type { PromptTemplate } from "../template/template.ts";

const find = findTemplateIn("decisions");
const overSets = decisionsTemplates.filter((template) => "candidates" in specimen(template));
const ofOne = decisionsTemplates.filter((template) => !overSets.includes(template));

const chosen = (masses: readonly number[]): string =>
  JSON.stringify({
    probabilities: masses.map((probability, i) => ({ id: `c${i + 1}`, probability })),
  });

test("every kind but a direct PMI is asked, without the four other ways of asking for a conditional", () => {
  expect(decisionsTemplates).toHaveLength(17);
  expect(decisionsTemplates.map((template) => find(specimen(template)))).toEqual(
    decisionsTemplates,
  );
  const scored = templates.find(({ kind }) => kind === "likelihood")!;
  expect(find(specimen(scored))).toBe(scored);
  const unasked = templates.filter(
    ({ kind, intervention }) => kind === "pmi" || intervention !== undefined,
  );
  for (const template of unasked) {
    expect(() => find(specimen(template))).toThrow(/no wording of .+ for decision models/);
  }
});

test("a state shows x and no option, and that of a base rate shows no x", () => {
  for (const template of decisionsTemplates) {
    const question = specimen(template);
    const { prompt, decision, schema, grammar, options } = requestOf(template, question);
    expect([schema, grammar, options]).toEqual([undefined, undefined, undefined]);
    const fields = "x" in question ? Object.values(question.x) : [];
    expect(fields.filter((text) => !prompt.includes(text))).toEqual([]);
    expect(prompt).not.toContain("options");
    const own = "y" in question ? [question.y] : [];
    expect(own.filter((text) => !decision?.instructions.includes(text))).toEqual([]);
    const isBase = template.kind === "marginal" || template.kind === "grounded";
    expect(/drawn at random .+ not shown here\./.test(prompt)).toBe(isBase);
  }
});

describe.each(overSets)("$id", (template) => {
  const open = hasOther(template.kind);
  const other = template.body.split("\n---\n\n")[2] ?? "";
  const candidates = ["OTHER", "__proto__", "1", other || "other"];
  const asked = (rotation: number): Question =>
    ({ ...specimen(template, { candidates }), ...(rotation > 0 && { rotation }) }) as Question;

  it.each([0, 1, 4])(
    "turned round by %i places sends its options so, and gives each its own mass",
    (rotation) => {
      const texts = open ? [...candidates, other] : candidates;
      const at = rotation % texts.length;
      const turned = [...texts.slice(at), ...texts.slice(0, at)];
      const { options } = template.decision!(asked(at));
      expect(options).toEqual(turned.map((description, i) => ({ id: `c${i + 1}`, description })));
      const masses = open ? [0.5, 0.25, 0.125, 0.0625, 0.0625] : [0.5, 0.25, 0.125, 0.125];
      const sent = [...masses.slice(at), ...masses.slice(0, at)];
      expect(template.parse(asked(at), chosen(sent))).toMatchObject({
        ok: true,
        answer: {
          labels: candidates,
          masses: masses.slice(0, 4),
          ...(open && { other: 0.0625 }),
        },
        options: { byPosition: sent },
        notes: [],
      });
    },
  );

  it("is read back from state and question, with the ids as they were sent", () => {
    const question = { ...specimen(template), rotation: 1 } as Question & {
      readonly candidates: readonly string[];
    };
    const { prompt, decision } = requestOf(template, question);
    const [first, ...rest] = question.candidates;
    expect(readPrompt(prompt, undefined, decision)).toEqual({
      task: template.task,
      kind: template.kind,
      x: "x" in question ? question.x : undefined,
      candidates: [...rest, first],
      candidateKeys: open ? ["c1", "c2", "c4"] : ["c1", "c2", "c3"],
      ...(open && { otherKey: "c3" }),
    });
  });

  it("has as many options as a vendor takes: 254 candidates and OTHER are no mistake here", () => {
    const many = Array.from({ length: 254 }, (_, i) => `label ${i}`);
    expect(template.decision!(specimen(template, { candidates: many })).options).toHaveLength(
      open ? 255 : 254,
    );
  });
});

describe.each(ofOne)("$id", (template) => {
  it("is a predicate, whose probability is the answer", () => {
    const question = specimen(template);
    expect(template.decision!(question)).not.toHaveProperty("options");
    expect(template.parse(question, '{"probability": 0.25}')).toMatchObject({ answer: 0.25 });
  });

  it("is read back as what it is, and is no other template's", () => {
    const question = specimen(template);
    const { prompt, decision } = requestOf(template, question);
    expect(readPrompt(prompt, undefined, decision)).toMatchObject({
      task: template.task,
      kind: template.kind,
    });
    expect(takers(question, template)).toEqual([template]);
  });
});

function takers(question: Question, template: PromptTemplate): readonly PromptTemplate[] {
  const { prompt, decision } = requestOf(template, question);
  return decisionsTemplates.filter((one) => one.unrender(prompt, decision) !== undefined);
}

test("a text in the place of a template's has the parts of its kind", () => {
  const open = overSets.find(({ id }) => id === "words/open.decisions")!;
  const changed = open.reworded!("{{cue}}!\n\n---\n\nWhich?\n\n---\n\nNone.");
  const question = specimen(changed, { candidates: ["A"] });
  expect(requestOf(changed, question)).toMatchObject({
    prompt: "SHOVE!",
    decision: {
      instructions: "Which?",
      options: [{ description: "A" }, { description: "None." }],
    },
  });
  expect(() => open.reworded!("{{cue}}!\n\n---\n\nWhich?")).toThrow(
    "The body of words/open.decisions needs state, instructions and the description of OTHER, with a line --- between them.",
  );
});
