import type { FindTemplate, Provider, Question, Template } from "@promptnce/core";
import { expect, it } from "vitest";
import { cached } from "./cached.ts";
import { keyOfQuestion } from "./key-of-question.ts";
import { requestKey } from "./request-key.ts";
import type { Store } from "./store.ts";

const provider: Provider = {
  name: "vendor",
  model: "m",
  settings: { max_tokens: 9 },
  complete: async () => ({ text: "0.5", stop: "end" }),
};
const question: Question = { kind: "marginal", task: "words", y: "dog", sample: 2 };

/** Wordings of one task in which the kinds differ in nothing but their name. */
function wordings(more: Partial<Template> = {}): FindTemplate {
  return () => ({
    id: "words/any",
    version: 1,
    render: (asked) => JSON.stringify(asked),
    parse: () => ({ ok: true, answer: 0.5, notes: [] }),
    ...more,
  });
}

it("the key of a question is that of its request: prompt, sample, schema and continuation", () => {
  const schema = { type: "object" };
  const continuation = { text: "dog", template: "plain", span: "content" } as const;
  const findTemplate = wordings({ schema: () => schema, continuation: () => continuation });
  expect(keyOfQuestion(question, { provider, findTemplate })).toBe(
    requestKey({
      provider: "vendor",
      model: "m",
      settings: { max_tokens: 9 },
      prompt: JSON.stringify(question),
      sample: 2,
      schema,
      continuation,
    }),
  );
});

it("a reply is kept under it", async () => {
  const kept: string[] = [];
  const store: Store = { get: () => undefined, entries: () => [], append: ({ key }) => void kept.push(key) };
  const findTemplate = wordings();
  const request = { prompt: findTemplate(question).render(question), sample: 2 };
  await cached(provider, store).complete(request);
  expect(kept).toEqual([keyOfQuestion(question, { provider, findTemplate })]);
});
