import { requestOf } from "@promptnce/core";
import { expect, test } from "vitest";
import { hasOther } from "../reading/reply-key.ts";
import { findTemplate, findTemplateIn } from "./find-template.ts";
import { readPrompt } from "./read-prompt.ts";
import { specimen } from "./specimen.test.support.ts";
import { structuredTemplates, templates } from "./templates.ts";

const overSets = structuredTemplates.filter((template) => "candidates" in specimen(template));
const keyed = overSets.filter(({ task }) => task !== "programs");
const schemaOf = (template: (typeof templates)[number], candidates?: readonly string[]) =>
  requestOf(template, specimen(template, candidates && { candidates })).schema;

const answered = templates.filter(({ kind }) => kind !== "likelihood");

test("every template of faithful mode that is replied to has one of structured mode, found by the same question", () => {
  expect(structuredTemplates.map(({ id }) => id)).toEqual(
    answered.map(({ id }) => `${id}.structured`),
  );
  for (const template of structuredTemplates) {
    expect(findTemplateIn("structured")(specimen(template))).toBe(template);
    expect(findTemplateIn("faithful")(specimen(template))).toBe(findTemplate(specimen(template)));
  }
  for (const template of templates.filter(({ kind }) => kind === "likelihood")) {
    expect(findTemplateIn("structured")(specimen(template))).toBe(template);
  }
  const unknown = { task: "poems", kind: "marginal", y: "ode", sample: 0 } as const;
  expect(() => findTemplateIn("structured")(unknown)).toThrow('There is no template "poems/');
});

test("all are sent with a schema, and none of faithful mode is", () => {
  for (const template of structuredTemplates) {
    expect(schemaOf(template)).toBeDefined();
  }
  for (const template of templates) {
    expect(schemaOf(template)).toBeUndefined();
  }
});

test("in both modes a reply that fits the grammar is read, its keys being those of the prompt in their order", () => {
  for (const template of [...answered, ...structuredTemplates]) {
    const question = specimen(template);
    const { grammar } = requestOf(template, question);
    const fields = Object.entries(
      grammar?.["properties"] as Record<string, { type: string; maxLength?: number }>,
    );
    const longest = ({ type, maxLength }: { type: string; maxLength?: number }): unknown =>
      type === "number" ? 0.25 : "n".repeat(maxLength as number);
    const reply = JSON.stringify(
      Object.fromEntries(fields.map(([key, field]) => [key, longest(field)])),
    );
    expect(template.parse(question, reply)).toMatchObject({ ok: true });
    const prompt = template.render(question);
    const places = fields
      .map(([key]) => prompt.search(`"${key}": "?<`))
      .filter((place) => place >= 0);
    expect(places).toEqual(places.toSorted((one, two) => one - two));
    expect(places).toHaveLength(
      overSets.some(({ kind }) => kind === template.kind) ? 0 : fields.length,
    );
  }
  for (const template of templates) {
    expect(requestOf(template, specimen(template)).grammar === undefined).toBe(
      template.kind === "likelihood",
    );
  }
});

test("one number is asked for with the faithful text and a fixed schema, its keys in the order of the prompt", () => {
  const number = { type: "number" };
  const notes = { type: "string" };
  const fixed = { type: "object", additionalProperties: false };
  const schemas = new Map<string, object>([
    ["pmi", { ...fixed, properties: { PMI_LN: number, notes }, required: ["PMI_LN", "notes"] }],
    [
      "conditional",
      { ...fixed, properties: { p_apply: number, notes }, required: ["p_apply", "notes"] },
    ],
    [
      "marginal",
      { ...fixed, properties: { p_base: number, notes }, required: ["p_base", "notes"] },
    ],
    ["grounded", { ...fixed, properties: { p_base: number }, required: ["p_base"] }],
    [
      "generate-then-rank",
      { ...fixed, properties: { notes, p_apply: number }, required: ["notes", "p_apply"] },
    ],
  ]);
  for (const template of structuredTemplates) {
    if (overSets.includes(template)) continue;
    const question = specimen(template);
    expect(template.render(question)).toBe(findTemplate(question).render(question));
    const { kind, intervention = kind } = template;
    const wanted = schemas.get(intervention) ?? schemas.get(kind);
    expect(JSON.stringify(schemaOf(template)?.["properties"])).toBe(
      JSON.stringify((wanted as { properties: object }).properties),
    );
    expect(schemaOf(template)).toEqual(wanted);
  }
});

test("every question over a set of the same size has the same schema, another size another", () => {
  for (const template of overSets) {
    const schema = schemaOf(template, ["OTHER", "__proto__", "c2"]);
    expect(schemaOf(template, ["a", "b", "c"])).toEqual(schema);
    expect(schemaOf(template, ["a", "b", "c", "d"])).not.toEqual(schema);
  }
  for (const template of keyed) {
    const keys = hasOther(template.kind) ? ["c1", "c2", "other"] : ["c1", "c2"];
    expect(schemaOf(template, ["a", "b"])).toMatchObject({ required: keys });
  }
});

test("a reply by constant keys is read as the candidates', whatever these are called", () => {
  const candidates = ["OTHER", "c1", "__proto__"];
  for (const template of keyed) {
    const question = specimen(template, { candidates });
    const open = hasOther(template.kind);
    const reply = open
      ? '{"c1": 0.5, "c2": 0.25, "c3": 0.125, "other": 0.125}'
      : '{"c1": 0.5, "c2": 0.25, "c3": 0.25}';
    expect(template.parse(question, reply)).toMatchObject({
      ok: true,
      answer: {
        labels: candidates,
        masses: open ? [0.5, 0.25, 0.125] : [0.5, 0.25, 0.25],
        ...(open && { other: 0.125 }),
      },
      notes: [],
    });
    expect(template.parse(question, reply.replace("0.5", "1.5"))).toMatchObject({
      ok: false,
      reason: '"c1", given as 1.5, is above one',
    });
    expect(template.parse(question, reply.replace('"c3"', '"c4"'))).toMatchObject({ ok: false });
  }
});

test("a prompt is read back with its keys, and as that of no other template", () => {
  for (const template of keyed) {
    const candidates = ["OTHER", "c1", "__proto__"];
    const question = specimen(template, { candidates });
    const prompt = template.render(question);
    expect(readPrompt(prompt)).toEqual({
      task: template.task,
      kind: template.kind,
      x: "x" in question ? question.x : undefined,
      candidates,
      candidateKeys: ["c1", "c2", "c3"],
      ...(hasOther(template.kind) && { otherKey: "other" }),
    });
    const takers = [...answered, ...structuredTemplates].filter(
      (other) => other.unrender(prompt) !== undefined,
    );
    expect(takers).toEqual([template]);
  }
});

test("only where raters may choose several labels does an open answer sum above one", () => {
  const above = keyed.filter((template) => {
    const question = specimen(template, { candidates: ["a", "b"] });
    const read = template.parse(question, '{"c1": 0.75, "c2": 0.5, "other": 0}');
    const answer = read.ok && typeof read.answer === "object" ? read.answer : undefined;
    const masses = answer && "masses" in answer ? answer.masses : [];
    return masses.reduce((sum, mass) => sum + mass, 0) > 1;
  });
  expect(above.map(({ id }) => id)).toEqual(["goemotions/open.structured"]);
});
