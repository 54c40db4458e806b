import { expect, test } from "vitest";
import { templateId, templateIdOf } from "./template-id.ts";

const question = {
  task: "words",
  kind: "conditional",
  x: { cue: "A" },
  y: "B",
  sample: 0,
} as const;

test("an id is the task and the kind, and the intervention where there is one", () => {
  expect(templateId("words", "pmi")).toBe("words/pmi");
  expect(templateId("words", "conditional", "few-shot")).toBe("words/conditional/few-shot");
});

test("a question is asked by the template of its intervention", () => {
  expect(templateIdOf(question)).toBe("words/conditional");
  expect(templateIdOf({ ...question, intervention: { name: "log-scale-prior" } })).toBe(
    "words/conditional/log-scale-prior",
  );
  expect(templateIdOf({ task: "words", kind: "marginal", y: "B", sample: 0 })).toBe("words/marginal");
});
