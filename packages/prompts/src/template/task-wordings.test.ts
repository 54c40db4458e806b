import { expect, test } from "vitest";
import { letters } from "../slots/candidates.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import { inlineOptions, listedOptions } from "../slots/slots.ts";
import { type TaskTexts, taskWordings } from "./task-wordings.ts";
import { templateOf } from "./template.ts";

const texts: TaskTexts = {
  task: "moods",
  shown: "ROOM: {{room}}\nHOUR: {{hour}}",
  bodies: {
    open: "{{room}} {{hour}} {{options}} {{other}}",
    closed: "{{room}} {{hour}} {{options}}",
    pmi: "Rooms.\n\nDefine an event T {{room}} {{hour}} {{target}}",
    conditional: "{{room}} {{hour}} {{target}}",
    marginal: "{{target}}",
    grounded: "{{labels}} {{examples}} {{target}}\n\nImportant notes:",
  },
  candidate: "mood",
  example: "{{room}}: {{y}}",
  likelihood: { system: "", premise: "", lead: " " },
};
const options = { closed: listedOptions, open: inlineOptions };

test("a task has a wording of each kind in the order of its bodies, of version 1 if not told otherwise", () => {
  const versions = ({ kind, version }: { readonly kind: string; readonly version: number }) => [
    kind,
    version,
  ];
  expect(taskWordings({ ...texts, versions: { open: 3 } }, options).map(versions)).toEqual([
    ["open", 3],
    ["closed", 1],
    ["pmi", 1],
    ["conditional", 1],
    ["marginal", 1],
    ["grounded", 1],
  ]);
});

test("x has the fields that are shown, the candidates stand as told, and the examples as laid out", () => {
  const [open, closed, , , , grounded] = taskWordings(texts, options).map(templateOf);
  const question = {
    task: "moods",
    x: { room: "1", hour: "2" },
    candidates: ["a", "b"],
    sample: 0,
  } as const;
  expect(open!.render({ ...question, kind: "open" })).toMatch(/^1 2 a, b OTHER\n/);
  expect(closed!.render({ ...question, kind: "closed" })).toMatch(/^1 2 - a\n- b\n/);
  const grounding = { labels: ["a", "b"], examples: [{ x: question.x, y: "a" }] };
  expect(
    grounded!.render({ task: "moods", kind: "grounded", y: "b", grounding, sample: 0 }),
  ).toMatch(/^a, b Example 1: 1: a b\n/);
});

test("an example shows all its responses where it has several", () => {
  const grounded = taskWordings(texts, options).map(templateOf)[5]!;
  const x = { room: "1", hour: "2" };
  const grounding = { labels: ["a"], examples: [{ x, y: "b", responses: ["c", "b", "d"] }] };
  const prompt = grounded.render({ task: "moods", kind: "grounded", y: "b", grounding, sample: 0 });
  expect(prompt).toMatch(/^a Example 1: 1: c, b, d b\n/);
});

test("a body ends with the form of its reply, which is by kind and names the candidates of an open set", () => {
  const ends = taskWordings(texts, options).flatMap(({ kind, body }) =>
    kind in texts.bodies
      ? [[kind, body.slice(texts.bodies[kind as keyof typeof texts.bodies].length)]]
      : [],
  );
  expect(Object.fromEntries(ends)).toEqual({
    open: `

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include EVERY candidate mood plus {{other}}.
- Probabilities must be numeric and sum to 1.`,
    closed: "\n\nReturn ONLY JSON mapping each option to probability. Probabilities must sum to 1.",
    pmi: '\n\nReturn ONLY JSON: {"PMI_LN": <number>, "notes": "<short>"}.',
    conditional:
      '\n\nReturn ONLY JSON: {"p_apply": <number>, "notes": "<short>"}.\np_apply must be in (0,1].',
    marginal:
      '\n\nReturn ONLY JSON: {"p_base": <number>, "notes": "<short>"}.\np_base must be in (0,1].',
    grounded:
      '\n- p_base must be in (0,1]; do NOT use 0.\n\nReturn ONLY JSON: {"p_base": <number>}',
  });
});

test("the key of OTHER is chosen among the keys by which a reply names the candidates", () => {
  const blocks = letteredBlocks("Mood");
  const [open] = taskWordings(texts, { closed: blocks, open: blocks, keys: letters }).map(
    templateOf,
  );
  const question = {
    task: "moods",
    kind: "open",
    x: { room: "1", hour: "2" },
    candidates: ["OTHER"],
  } as const;
  expect(open!.render({ ...question, sample: 0 })).toMatch(/ OTHER\n/);
  expect(open!.parse({ ...question, sample: 0 }, '{"A": 0.25, "OTHER": 0.75}')).toMatchObject({
    answer: { labels: ["OTHER"], masses: [0.25], other: 0.75 },
  });
});

test("a body that shows something else than its kind has is refused", () => {
  const wordings = taskWordings(
    { ...texts, bodies: { ...texts.bodies, marginal: "{{room}} {{target}}" } },
    options,
  );
  expect(() => wordings.map(templateOf)).toThrow("The template moods/marginal fills no {{room}}");
});
