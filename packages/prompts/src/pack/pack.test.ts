import type { Dataset, Question } from "@promptnce/core";
import { expect, it } from "vitest";
import { findTemplate, findTemplateIn } from "../catalogue/find-template.ts";
import { readPrompt } from "../catalogue/read-prompt.ts";
import { emotions } from "../own-task/task.test.support.ts";
import { input, target } from "../slots/slots.ts";
import { structuredTemplate } from "../structured/structured-template.ts";
import { defineTemplate, type Definition } from "../template/template.ts";
import { definePack, findTemplateWith, type PackParts, readPromptWith } from "./pack.ts";

const definition = {
  task: "words",
  kind: "conditional",
  version: 7,
  body: "Say {{cue}}, hear {{target}}: how often?",
  slots: { cue: input("cue"), target },
} as const satisfies Definition<"conditional", string>;
const own = defineTemplate(definition);
const dataset: Dataset = {
  name: "moods",
  task: "emotions",
  simulated: false,
  labels: ["joy"],
  observations: [],
  marginal: new Map([["joy", 1]]),
  conditional: () => 1,
  sources: [],
};
const about = { name: "@team/prompts", version: "1.0.0" };
const question: Question = {
  kind: "conditional",
  task: "words",
  x: { cue: "SEA" },
  y: "WATER",
  sample: 0,
};
const moods: Question = { ...question, task: "emotions", x: { comment: "Yes!" } };

it("a pack has empty lists for what it leaves out, and its tasks completed", () => {
  expect(definePack(about)).toEqual({ ...about, templates: [], tasks: [], datasets: [] });
  const { labels: _, ...bare } = emotions;
  expect(definePack({ ...about, tasks: [bare] }).tasks).toEqual([emotions]);
});

it("its templates and those of its tasks come before the paper's, each in the mode that it is for", () => {
  const packs = [definePack({ ...about, templates: [own], tasks: [emotions] })];
  const find = findTemplateWith(packs, "faithful");
  expect(find(question).render(question)).toBe("Say SEA, hear WATER: how often?");
  expect(find(moods).id).toBe("emotions/conditional");
  const structured = findTemplateWith(packs, "structured");
  expect(structured(question)).toBe(findTemplateIn("structured")(question));
  const held = definePack({ ...about, templates: [structuredTemplate(definition)] });
  expect(findTemplateWith([held], "structured")(question).id).toBe("words/conditional.structured");
  expect(findTemplateWith([held], "faithful")(question)).toBe(findTemplate(question));
});

it("the first of several packs counts", () => {
  const other = defineTemplate({ ...definition, body: "{{cue}}? {{target}}!" });
  const packs = [other, own].map((template) => definePack({ ...about, templates: [template] }));
  expect(findTemplateWith(packs, "faithful")(question).render(question)).toBe("SEA? WATER!");
});

it("its prompts are read back for a rehearsal, and the paper's as ever", () => {
  const packs = [definePack({ ...about, templates: [own], tasks: [emotions] })];
  const read = readPromptWith(packs);
  const { sample: _, ...said } = question;
  expect(read(own.render(question))).toMatchObject(said);
  expect(read(findTemplateWith(packs, "faithful")(moods).render(moods))).toMatchObject({
    task: "emotions",
  });
  const papers = findTemplate(question).render(question);
  expect(read(papers)).toEqual(readPrompt(papers));
});

const opinions = {
  ...emotions,
  name: "opinions",
  fields: ["question", "group"],
  given: ["question"],
};
const answered: Dataset = {
  ...dataset,
  name: "answers",
  task: "opinions",
  observations: [
    {
      id: "1",
      x: { question: "How big?", group: "men" },
      y: "very",
      context: { question: "How big?" },
      conditional: 0.5,
      marginal: 0.5,
      pmi: 0,
    },
  ],
};

const { context: withContext, ...withoutContext } = answered.observations[0]!;

it("a task with given shows the context beside a base rate, and nothing else of x", () => {
  const packs = [definePack({ ...about, tasks: [opinions], datasets: [answered] })];
  const asked: Question = {
    kind: "grounded",
    y: "very",
    context: withContext!,
    task: "opinions",
    sample: 0,
    grounding: { examples: [], labels: ["very", "not"] },
  };
  const prompt = findTemplateWith(packs, "faithful")(asked).render(asked);
  expect(prompt).toContain("QUESTION:\nHow big?");
  expect(prompt).not.toMatch(/\bgroup\b|\bmen\b/i);
  expect(readPromptWith(packs)(prompt)).toMatchObject({ context: { question: "How big?" } });
});

it.each<[string, Partial<PackParts> | object]>([
  ["A pack cannot be made of that: version: must not be empty.", { version: "" }],
  ["A pack cannot be made of that: tasks: must be of the type array.", { tasks: "emotions" }],
  [
    "A pack cannot be made of that: templates.0: is no template: defineTemplate makes one.",
    { templates: [{}] },
  ],
  [
    "A pack cannot be made of that: datasets.0: is no dataset: datasetOfCounts of @promptnce/datasets makes one.",
    { datasets: [{}] },
  ],
  [
    "A pack cannot be made of that: tasks.0.person: is missing.",
    { tasks: [{ ...emotions, person: undefined }] },
  ],
  [
    "The pack @team/prompts has two templates called words/conditional (faithful).",
    { templates: [own, own] },
  ],
  ["The pack @team/prompts has two tasks called emotions.", { tasks: [emotions, emotions] }],
  ["The pack @team/prompts has two datasets called moods.", { datasets: [dataset, dataset] }],
  [
    "In the pack @team/prompts, the pairs of answers have no question for their context, which the task opinions shows with a base rate; make the dataset with given: [question].",
    {
      tasks: [opinions],
      datasets: [{ ...answered, observations: [withoutContext] }],
    },
  ],
  [
    "In the pack @team/prompts, the pairs of answers have a context (question), which the task opinions shows with no base rate; take a task of your own that says given: [question].",
    { tasks: [{ ...opinions, given: undefined }], datasets: [answered] },
  ],
])("%s", (sentence, parts) => {
  expect(() => definePack({ ...about, ...parts } as PackParts)).toThrow(sentence);
});
