import type { Kind } from "@promptnce/core";
import { expect, test } from "vitest";
import { replyKey } from "../reading/reply-key.ts";
import { specimen } from "./specimen.test.support.ts";
import { templates } from "./templates.ts";

const kinds: readonly Kind[] = ["pmi", "conditional", "closed", "open", "marginal", "grounded"];

const ways = ["generate-then-rank", "log-scale-prior", "few-shot", "distribution-aware"];

test("each task has its kinds of question, then the other ways of asking, and ids are unique", () => {
  const ids = ["words", "chaosnli", "goemotions"].flatMap((task) => [
    ...kinds.map((kind) => `${task}/${kind}`),
    ...ways.map((way) => `${task}/conditional/${way}`),
  ]);
  const scored = ["words", "chaosnli", "goemotions", "programs"].map(
    (task) => `${task}/likelihood`,
  );
  expect(templates.map(({ id }) => id)).toEqual([
    ...ids,
    ...["closed", "open"].map((kind) => `programs/${kind}`),
    ...scored,
  ]);
});

test("every prompt names the key that its reply is read by", () => {
  for (const template of templates.filter(({ kind }) => kind !== "likelihood")) {
    const key = replyKey[template.kind];
    expect(template.body).toContain(
      key === undefined ? "Probabilities must" : `"${key}": <number>`,
    );
  }
});

test("no prompt can be taken for one of another template", () => {
  for (const template of templates) {
    const prompt = template.render(specimen(template));
    const takers = templates.filter((other) => other.unrender(prompt) !== undefined);
    expect(takers).toEqual([template]);
  }
});

test("a template refuses a question of its kind that is asked in another way", () => {
  const plain = templates.find(({ id }) => id === "words/conditional")!;
  const ranked = templates.find(({ id }) => id === "words/conditional/generate-then-rank")!;
  expect(() => plain.render(specimen(ranked))).toThrow(
    "The template words/conditional cannot take a question of " +
      "words/conditional/generate-then-rank: use findTemplate.",
  );
  expect(() => ranked.parse(specimen(plain), "{}")).toThrow(
    "The template words/conditional/generate-then-rank cannot take a question of words/conditional",
  );
});

test("an intervention is read by the key of the plain conditional, its notes aside", () => {
  for (const template of templates.filter(({ kind }) => kind === "conditional")) {
    const reply = '{"notes": "1. PUSH {0.5} 2. \\"HIT\\"", "p_apply": 0.25}';
    expect(template.parse(specimen(template), reply)).toMatchObject({
      ok: true,
      answer: 0.25,
      notes: [],
    });
  }
});

test("every slot is filled: no braces of a slot are left in a prompt", () => {
  for (const template of templates) {
    expect(template.render(specimen(template))).not.toMatch(/\{\{|\}\}/);
  }
});

test("a grounded prompt shows all examples and all labels", () => {
  for (const template of templates.filter(({ kind }) => kind === "grounded")) {
    const base = specimen(template);
    const [first] = base.kind === "grounded" ? base.grounding.examples : [];
    const grounding = {
      labels: Array.from({ length: 8 }, (_, i) => `label${i}`),
      examples: Array.from({ length: 4 }, (_, i) => ({ x: first!.x, y: `y${i}` })),
    };
    const prompt = template.render(specimen(template, { grounding }));
    expect(prompt).toContain(`: ${grounding.labels.join(", ")}\n`);
    expect(prompt.match(/^Example \d: /gm)).toEqual([1, 2, 3, 4].map((i) => `Example ${i}: `));
    expect(prompt.match(/^ {2}Common \w+: y\d$/gm)).toHaveLength(4);
  }
});

const open = templates.filter(({ kind }) => kind === "open");

test("a label that is spelled OTHER keeps its mass apart from the category, from prompt to answer", () => {
  const candidates = ["OTHER", "CONSTRUCTOR", "__proto__", "WATER"];
  for (const template of open.filter(({ task }) => task !== "programs")) {
    const question = specimen(template, { candidates });
    const prompt = template.render(question);
    expect(prompt).toContain('key "UNLISTED"');
    expect(prompt).toContain("Use UNLISTED for");
    expect(prompt).toContain("plus UNLISTED.");
    expect(prompt.match(/OTHER/g)).toHaveLength(1);

    const reply =
      '{"WATER": 0.125, "__proto__": 0.25, "OTHER": 0.0625, "CONSTRUCTOR": 0.5, "UNLISTED": 0.0625}';
    expect(template.parse(question, reply)).toMatchObject({
      ok: true,
      answer: { labels: candidates, masses: [0.0625, 0.5, 0.25, 0.125], other: 0.0625 },
      notes: [],
    });
    expect(template.parse(question, reply.replace("UNLISTED", "REST"))).toMatchObject({
      ok: false,
      reason: 'the reply does not fit: it has no number for "UNLISTED", but for "REST"',
    });
  }
});

test("a program is named by its letter, whatever its text, so that OTHER is always free", () => {
  const candidates = ["OTHER", "B", "A", "__proto__"];
  const question = { task: "programs", kind: "open", x: { summary: "" }, candidates } as const;
  const template = open.find(({ task }) => task === "programs")!;
  expect(template.render({ ...question, sample: 0 })).toContain('key "OTHER"');
  const reply = '{"A": 0.5, "B": 0.25, "C": 0.125, "D": 0.0625, "OTHER": 0.0625}';
  expect(template.parse({ ...question, sample: 0 }, reply)).toMatchObject({
    ok: true,
    answer: { labels: candidates, masses: [0.5, 0.25, 0.125, 0.0625], other: 0.0625 },
    notes: [],
  });
});

test("only where raters may choose several labels does an open answer sum above one", () => {
  const sums = templates
    .filter(({ kind }) => kind === "open" || kind === "closed")
    .map((template) => {
      const question = specimen(template, { candidates: ["a", "b"] });
      const read = template.parse(question, '{"a": 0.75, "b": 0.5, "OTHER": 0}');
      const masses =
        read.ok && typeof read.answer === "object" && "masses" in read.answer
          ? read.answer.masses
          : [];
      return [template.id, masses.reduce((sum, mass) => sum + mass, 0)];
    });
  expect(sums).toEqual([
    ["words/closed", 1],
    ["words/open", 1],
    ["chaosnli/closed", 1],
    ["chaosnli/open", 1],
    ["goemotions/closed", 1],
    ["goemotions/open", 1.25],
    ["programs/closed", 1],
    ["programs/open", 1],
  ]);
});
