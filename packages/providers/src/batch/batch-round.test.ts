import type { Question, Template } from "@promptnce/core";
import { expect, it } from "vitest";
import { batchAsk } from "./batch-round.ts";

const question: Question = { kind: "marginal", task: "words", y: "dog", sample: 2 };
const schema = { type: "object" };
const template: Template = {
  id: "words/any",
  version: 1,
  render: (asked) => JSON.stringify(asked),
  schema: () => schema,
  parse: (_question, text) =>
    text === "good" ? { ok: true, answer: 0.5, notes: [] } : { ok: false, reason: "not good" },
};

it("a batch asks with the prompt, the sample and the schema of a single call", () => {
  const { request } = batchAsk(question, () => template);
  expect(request).toEqual({
    prompt: JSON.stringify(question),
    sample: 2,
    schema,
    template: { id: "words/any", version: 1 },
  });
});

it("a reply is good where the template can read it", () => {
  const { readable } = batchAsk(question, () => template);
  expect(readable?.({ text: "good", stop: "end" })).toBe(true);
  expect(readable?.({ text: "bad", stop: "end" })).toBe(false);
});
