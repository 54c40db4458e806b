import { describe, expect, expectTypeOf, test } from "vitest";
import { letters } from "../slots/candidates.ts";
import { shots } from "../slots/intervention-slots.ts";
import { inlineOptions, input, target } from "../slots/slots.ts";
import { defineTemplate, templateId, templateIdOf } from "./template.ts";

const definition = { task: "words", kind: "pmi", version: 3 } as const;
const cue = input("cue");
const template = defineTemplate({
  ...definition,
  body: "{{cue}} > {{target}}, {{cue}}",
  slots: { cue, target },
});
const question = { task: "words", kind: "pmi", x: { cue: "A" }, y: "B", sample: 0 } as const;

test("a template is its body and its slots", () => {
  expect(template).toMatchObject({ id: "words/pmi", version: 3, slots: { cue: "x.cue" } });
  expect(template.render(question)).toBe("A > B, A");
  expect(template.unrender("A > B, A")).toEqual({ x: { cue: "A" }, y: "B" });
  expect(template.unrender("A > B, C")).toBeUndefined();
});

test("a template without slots says nothing of its question", () => {
  const bare = defineTemplate({ ...definition, body: "Hello.", slots: {} });
  expect(bare.unrender("Hello.")).toEqual({});
});

describe("the compiler, and in plain JavaScript the program, refuses", () => {
  test("a slot left unfilled", () => {
    const body = "{{cue}} {{target}}";
    // @ts-expect-error -- `target` is missing
    const make = () => defineTemplate({ ...definition, body, slots: { cue } });
    expect(make).toThrow("The template words/pmi fills no {{target}}: add target to its slots.");
  });

  test("a slot that the body does not have", () => {
    const body = "{{cue}}";
    // @ts-expect-error -- the body has no `target`
    const make = () => defineTemplate({ ...definition, body, slots: { cue, target } });
    expect(make).toThrow("The body of words/pmi has no {{target}}: take target out of its slots.");
  });
});

test("the compiler refuses a slot that needs what the kind of question does not have", () => {
  const options = inlineOptions;
  // @ts-expect-error -- a question of PMI has no candidates
  const made = defineTemplate({ ...definition, body: "{{options}}", slots: { options } });
  expectTypeOf(made.version).toBeNumber();
  expect(made.id).toBe("words/pmi");
});

test("a slot may show what the intervention of the template holds, and only of that one", () => {
  const kind = "conditional";
  const ask = { task: "words", kind, version: 1, body: "{{examples}}" } as const;
  const slots = { examples: shots("{{cue}} > {{y}}: {{p}}") };
  const few = defineTemplate({ ...ask, intervention: "few-shot", slots });
  expect(few).toMatchObject({ id: "words/conditional/few-shot", intervention: "few-shot" });
  const examples = [{ x: { cue: "C" }, y: "D", conditional: 0.25 }];
  const intervention = { name: "few-shot", examples } as const;
  expect(few.render({ ...question, kind, intervention })).toBe("Example 1: C > D: 0.25");

  // @ts-expect-error -- the plain conditional has no examples
  expect(defineTemplate({ ...ask, slots }).id).toBe("words/conditional");
  // @ts-expect-error -- a log-scale prior has none either
  const made = defineTemplate({ ...ask, intervention: "log-scale-prior", slots });
  expect(made.id).toBe("words/conditional/log-scale-prior");
});

test("a reply over a set is read by the keys that the template gives the candidates", () => {
  const ask = { task: "words", kind: "open", version: 1, body: "", slots: {} } as const;
  const candidates = ["OTHER", "PUSH"];
  const asked = { ...question, kind: "open", candidates } as const;
  const reply = '{"A": 0.5, "B": 0.25, "OTHER": 0.25}';
  expect(defineTemplate({ ...ask, keys: letters }).parse(asked, reply)).toMatchObject({
    ok: true,
    answer: { labels: candidates, masses: [0.5, 0.25], other: 0.25 },
    notes: [],
  });
  expect(defineTemplate(ask).parse(asked, reply)).toMatchObject({ ok: false });
});

test("a question of another task or kind is refused", () => {
  const told = /^The template words\/pmi cannot take a question of (other\/pmi|words\/marginal)/;
  expect(() => template.render({ ...question, task: "other" })).toThrow(told);
  expect(() => template.parse({ ...question, kind: "marginal" }, "{}")).toThrow(told);
});

const conditional = { ...question, kind: "conditional" } as const;

test("an id is the task and the kind, and the intervention where there is one", () => {
  expect(templateId({ task: "words", kind: "pmi" })).toBe("words/pmi");
  const fewShot = { task: "words", kind: "conditional", intervention: "few-shot" } as const;
  expect(templateId(fewShot)).toBe("words/conditional/few-shot");
});

test("a question is asked by the template of its intervention", () => {
  expect(templateIdOf(conditional)).toBe("words/conditional");
  expect(templateIdOf({ ...conditional, intervention: { name: "log-scale-prior" } })).toBe(
    "words/conditional/log-scale-prior",
  );
  expect(templateIdOf({ task: "words", kind: "marginal", y: "B", sample: 0 })).toBe(
    "words/marginal",
  );
});
